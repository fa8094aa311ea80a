/** Why another user than the server's or the gateway's sees nothing of its data. */
export const unreadableDataMessage = (folder: string, variable = 'DATA_DIR'): string =>
  `${variable}: this user may not open ${folder}. Run aitai as root or as the account of the server: sudo aitai.`
