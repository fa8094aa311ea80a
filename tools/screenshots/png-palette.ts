import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** More colours make no visible difference in text, and every doubling adds a sixth to the size. */
const shades = 64

/**
 * Screenshots have few colours and their shades, so a palette reduces them to a third of the size. Takes a
 * PNG as the browser writes it (8 bits per channel, RGB or RGBA, not interlaced) and returns the picture with
 * the most important colours, every other colour replaced by the nearest one.
 */
export function reduceToPalette(png: Buffer): Buffer {
  const { width, height, channels, data } = decoded(png)
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * channels
    pixels[at] = ((data[from] ?? 0) << 16) | ((data[from + 1] ?? 0) << 8) | (data[from + 2] ?? 0)
  }
  const palette = worthMost(pixels)
  const indexOf = new Map(palette.map((colour, index) => [colour, index]))
  const lines = Buffer.alloc((width + 1) * height)
  for (const [at, colour] of pixels.entries()) {
    let index = indexOf.get(colour)
    if (index === undefined) {
      index = nearest(palette, colour)
      indexOf.set(colour, index)
    }
    // Each line starts with its filter: none.
    lines[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index
  }
  return encoded(width, height, palette, lines)
}

const channelsOf: Readonly<Record<number, number>> = { 2: 3, 6: 4 }

function decoded(png: Buffer) {
  const [width, height, depth, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25] ?? 0]
  const channels = channelsOf[type]
  if (depth !== 8 || channels === undefined || png[28] !== 0) throw new Error('a picture of another kind')
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const lines = inflateSync(Buffer.concat(parts))
  const size = width * channels
  const data = Buffer.alloc(size * height)
  for (let y = 0; y < height; y += 1) unfilter(lines, data, y, size, channels)
  return { width, height, channels, data }
}

/** Restores one line: PNG filters store each byte as the difference from its neighbours. */
function unfilter(lines: Buffer, data: Buffer, y: number, size: number, channels: number): void {
  const filter = lines[y * (size + 1)]
  for (let x = 0; x < size; x += 1) {
    const at = y * size + x
    const left = x < channels ? 0 : (data[at - channels] ?? 0)
    const up = y === 0 ? 0 : (data[at - size] ?? 0)
    const corner = x < channels || y === 0 ? 0 : (data[at - size - channels] ?? 0)
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
    data[at] = (lines[y * (size + 1) + 1 + x] ?? 0) + guess
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/**
 * The colours with the least loss: first the most frequent one, then always the one whose use times distance
 * to all chosen ones is largest. By use alone the edges of text would displace a conspicuous green.
 */
function worthMost(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const left = [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([colour, count]) => ({ colour, count, far: Number.POSITIVE_INFINITY }))
  const chosen: number[] = []
  while (chosen.length < shades) {
    const next = left.reduce((best, each) => (each.count * each.far > best.count * best.far ? each : best))
    if (next.far === 0) break
    chosen.push(next.colour)
    for (const each of left) each.far = Math.min(each.far, distance(each.colour, next.colour))
  }
  return chosen
}

/** The squared distance of two colours. */
const distance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, by) => sum + (((other >> by) & 255) - ((one >> by) & 255)) ** 2, 0)

function nearest(palette: readonly number[], colour: number): number {
  const far = (other: number): number => distance(colour, other)
  let best = 0
  for (let index = 1; index < palette.length; index += 1)
    if (far(palette[index] ?? 0) < far(palette[best] ?? 0)) best = index
  return best
}

function encoded(width: number, height: number, palette: readonly number[], lines: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const data = deflateSync(lines, { level: 9 })
  const chunks = [
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
