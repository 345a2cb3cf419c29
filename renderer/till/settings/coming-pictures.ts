import { createContext } from 'react';

/** Pictures that were chosen and are not yet in the form. */
export class ComingPictures {
  readonly #coming = new Set<Promise<boolean>>();

  /** `picture`: whether it came into the form; not, where it was refused. It never rejects. */
  add(picture: Promise<boolean>): void {
    this.#coming.add(picture);
    void picture.then(() => this.#coming.delete(picture));
  }

  /** Whether each came into the form, once that is known: what is saved before that would be without it. */
  async allCame(): Promise<boolean> {
    return (await Promise.all(this.#coming)).every((came) => came);
  }
}

export const ComingPicturesContext = createContext(new ComingPictures());
