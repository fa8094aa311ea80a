/** Sentences about screens without a test through the screen. The list may only get shorter. */
export const notThroughScreen: readonly string[] = `
  8.defaults.5 8.defaults.7
`
  .trim()
  .split(/\s+/)
