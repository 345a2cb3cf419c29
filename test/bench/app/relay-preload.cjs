const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('relay', {
  press: () => ipcRenderer.send('press'),
  /** @type {(listener: (shown: string) => void) => void} */
  on: (listener) => void ipcRenderer.on('show', (_event, shown) => listener(shown)),
});
