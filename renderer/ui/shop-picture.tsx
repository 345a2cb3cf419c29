import { useState } from 'react';

interface Props {
  /** Main's name of the picture; undefined without a picture. */
  readonly picture: string | undefined;
  readonly className?: string | undefined;
}

/** A missing picture is left out: the words next to it say the same. */
export function ShopPicture({ picture, className }: Props) {
  const [missing, setMissing] = useState<string>();
  if (picture === undefined || picture === missing) return null;
  const address = new URL(`../pictures/${encodeURIComponent(picture)}`, document.baseURI).href;
  return <img className={className} src={address} alt="" draggable={false} onError={() => setMissing(picture)} />;
}
