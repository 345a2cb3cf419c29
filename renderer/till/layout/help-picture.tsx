import { useTill } from '../till-store.ts';

/** In its own file for lazy loading: the module lists every picture of the guides. */
export function HelpPicture({ topic, view }: { readonly topic: string; readonly view: string }) {
  const language = useTill((till) => till.language);
  const { href } = new URL(`../../../docs/guide/pictures/help/${topic}-${language}.webp`, import.meta.url);
  return <img src={href} alt={view} />;
}
