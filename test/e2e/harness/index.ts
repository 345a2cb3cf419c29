export { expectPage } from '../../base/expect-page.ts';
export {
  amountOn,
  cancelPayment,
  charge,
  ends,
  newSale,
  preprodBand,
  pressLast,
  provisioningQuestion,
  reads,
  settingsPart,
  shows,
  shredButton,
  snapshotOf,
  takesFileIn,
  trainingBand,
  unlocks,
} from './cashier-actions.ts';
export { filesHolding } from './files-holding.ts';
export { runHeadless } from './fleet-tool.ts';
export { hold, scan } from './hands.ts';
export { heapTexts, WHOLE_TEXTS } from './heap-texts.ts';
export { type LaunchOptions, launchApp, type RunningApp } from './launch.ts';
export { type LogLine, logOf } from './log-lines.ts';
export { onlyOnHost } from './only-on-host.ts';
export { type OverheardService, overhear } from './overheard-service.ts';
export { processesFrom } from './process-facts.ts';
export { readQr } from './read-qr.ts';
export { chooseRuntime, projectRoot } from './runtime.ts';
export { picture, writePictures } from './screenshots.ts';
export { type ServiceProcess, startServiceProcess } from './service-process.ts';
export { type AppAgain, startsAgain } from './starts-again.ts';
export { openShop, provisioningFor, type Shop, type ShopOptions } from './till-and-service.ts';
