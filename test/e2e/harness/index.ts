export { type LaunchOptions, launchApp, type RunningApp } from './launch.ts';
export { picture, readQr, writePictures } from './pictures.ts';
export { chooseRuntime, projectRoot } from './runtime.ts';
