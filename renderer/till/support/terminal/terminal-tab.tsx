import { AboutPart } from '../../settings/parts/about-part.tsx';
import { SetUpFromFile } from './set-up-from-file.tsx';

/** Which terminal this is, and how it is set up. */
export function TerminalTab() {
  return (
    <>
      <SetUpFromFile />
      <AboutPart />
    </>
  );
}
