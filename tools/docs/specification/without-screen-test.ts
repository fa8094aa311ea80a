/** Sentences about screens without a test through the screen. The list must stay empty. */
export const notThroughScreen: readonly string[] = []
