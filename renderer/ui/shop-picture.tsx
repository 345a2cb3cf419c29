import { useState } from 'react';

interface Props {
  /** The name that main gave it; undefined where there is none. */
  readonly picture: string | undefined;
  readonly className?: string | undefined;
}

/** A picture of the shop's. The words beside it say the same, so one that has gone missing leaves its place to them. */
export function ShopPicture({ picture, className }: Props) {
  const [missing, setMissing] = useState<string>();
  if (picture === undefined || picture === missing) return null;
  const address = new URL(`../pictures/${encodeURIComponent(picture)}`, document.baseURI).href;
  return <img className={className} src={address} alt="" draggable={false} onError={() => setMissing(picture)} />;
}
