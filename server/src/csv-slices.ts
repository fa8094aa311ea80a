import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Parser } from 'csv-parse'

/** Bytes that are parsed before other work of the process may continue. */
const sliceBytes = 4_096

/**
 * Parses bytes a slice at a time, because a long file would delay everybody else's replies, and none once `isEnough`.
 * The parser hands over its rows through `onRecord`. Throws the errors of the parser.
 */
export async function parseInSlices(
  bytes: Uint8Array,
  parser: Parser,
  isEnough: () => boolean,
): Promise<void> {
  async function* slices(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length && !isEnough(); at += sliceBytes) {
      yield bytes.subarray(at, at + sliceBytes)
      await yieldToEventLoop()
    }
  }
  // The rows are taken from the parser one by one, so that nothing remains to be read from it.
  parser.resume()
  await pipeline(slices, parser)
}
