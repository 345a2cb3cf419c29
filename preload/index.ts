import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge, EventBody, EventName, Outcome } from './contract/contract.ts';

/** Only types come from the contract, so zod stays out of this bundle; main checks every call against its schema. */
const bridge: Bridge = {
  handIn: (file) => bridge.call('provision.hand-in', { path: webUtils.getPathForFile(file) }),
  call: (name, ask) => ipcRenderer.invoke('tillmate:call', name, ask).catch(undelivered),
  on<Name extends EventName>(name: Name, listener: (body: EventBody<Name>) => void) {
    const deliver = (_event: unknown, sent: EventName, body: EventBody<Name>) => {
      if (sent === name) listener(body);
    };
    ipcRenderer.on('tillmate:event', deliver);
    return () => {
      ipcRenderer.removeListener('tillmate:event', deliver);
    };
  },
};

contextBridge.exposeInMainWorld('tillmate', bridge);

/** Main answers every call, so a rejection is an undelivered call, e.g. an argument that cannot be cloned. */
function undelivered(fault: unknown): Outcome<never> {
  return { ok: false, error: { code: 'ipc.undelivered', message: String(fault), retryable: true } };
}
