/** How the app ends, and how it starts once more. */
interface Ending {
  startAgain(): void;
  quit(): void;
}

/**
 * This version did not come up twice: the last one that did is installed in its place (`wentBack`), or else it is tried
 * once more. `endsItself`: the installation ends the app. Never rejects.
 */
export async function goBackAndEnd(app: Ending, wentBack: Promise<boolean>, endsItself: boolean): Promise<void> {
  const done = await wentBack.catch(() => false);
  if (!done) app.startAgain();
  if (!done || !endsItself) app.quit();
}
