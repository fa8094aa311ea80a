/** Why another user than the server's sees nothing of its data. */
export const hiddenData = (dataDir: string): string =>
  `DATA_DIR: this user may not open ${dataDir}. Run aitai as root or as the account of the server: sudo aitai.`
