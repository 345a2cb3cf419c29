import { AboutPart } from '../../settings/parts/about-part.tsx';

/** Which terminal this is, and how it is set up. */
export function TerminalTab() {
  return <AboutPart />;
}
