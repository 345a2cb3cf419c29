export { amountOn, charge, ends, newSale, reads, shows, snapshotOf } from './counter.ts';
export { type LaunchOptions, launchApp, type RunningApp } from './launch.ts';
export { type LogLine, logOf } from './log-lines.ts';
export { type Pose, photographed } from './photograph.ts';
export { picture, readQr, writePictures } from './pictures.ts';
export { chooseRuntime, projectRoot } from './runtime.ts';
export { type ServiceProcess, startServiceProcess } from './service-process.ts';
export { openShop, provisioningFor, type Shop, type ShopOptions } from './shop.ts';
