/** By this name Windows ties windows, task bar and shortcuts to the app: the `appId` of electron-builder.yml. */
export const APP_ID = 'app.tillmate.till';
