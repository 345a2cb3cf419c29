const unavailable = 'safeStorage is not available in the Chromium host.';

/** `safeStorage` is never available here: `isEncryptionAvailable` says so, and everything else throws. */
export const safeStorage = {
  isEncryptionAvailable: () => false,
  isAsyncEncryptionAvailable: () => Promise.resolve(false),
  encryptString(): never {
    throw new Error(unavailable);
  },
  decryptString(): never {
    throw new Error(unavailable);
  },
  encryptStringAsync: () => Promise.reject(new Error(unavailable)),
  decryptStringAsync: () => Promise.reject(new Error(unavailable)),
};

/** `crashReporter`: Chromium's own is switched off, and nothing is ever sent. */
export const crashReporter = { start: () => undefined, getUploadedReports: () => [] };
