import { useTill } from '../till-store.ts';

/** A file of its own: it names every picture of the guides, which the start does not load. */
export function HelpPicture({ topic, view }: { readonly topic: string; readonly view: string }) {
  const language = useTill((till) => till.language);
  const { href } = new URL(`../../../docs/guide/pictures/help/${topic}-${language}.webp`, import.meta.url);
  return <img src={href} alt={view} />;
}
