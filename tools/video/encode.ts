import { spawn, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { frameFile, framesPerSecond } from './render-frames.ts'

export const hasFfmpeg = (): boolean => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

async function ffmpeg(args: readonly string[], folder: string): Promise<void> {
  const child = spawn('ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...args], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((exit) => child.once('exit', exit))
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

/** Colours as screens show them, declared to the player; no sound; nothing that differs from run to run. */
const picture = [
  ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  ...['-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
  // Seeking begins at one of these; each is as large as a second of what moves.
  ...['-g', String(6 * framesPerSecond)],
]

const vp9 = [...['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '36', '-row-mt', '1', '-tile-columns', '1']]
const h264 = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '24', '-tune', 'animation', '-profile:v', 'high']

/**
 * Makes `name.webm`, `name.mp4` and `name.jpg` of the numbered pictures in a folder.
 * @param poster the moment of the still picture, in seconds
 */
export async function encode(folder: string, name: string, poster: number): Promise<void> {
  const frames = ['-framerate', String(framesPerSecond), '-i', join(folder, 'frame-%05d.png')]
  const still = frameFile(folder, Math.floor(poster * framesPerSecond))
  await ffmpeg(
    ['-i', still, '-q:v', '3', '-fflags', '+bitexact', '-flags:v', '+bitexact', `${name}.jpg`],
    folder,
  )
  await ffmpeg([...frames, ...picture, ...h264, '-movflags', '+faststart', `${name}.mp4`], folder)
  await ffmpeg(
    [...frames, ...picture, ...vp9, '-deadline', 'good', '-cpu-used', '4', '-pass', '1', '-f', 'null', '-'],
    folder,
  )
  await ffmpeg(
    [...frames, ...picture, ...vp9, '-deadline', 'good', '-cpu-used', '3', '-pass', '2', `${name}.webm`],
    folder,
  )
  await rm(join(folder, 'ffmpeg2pass-0.log'), { force: true })
}
