import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runReplayDay } from './replay-day.ts'

test('a small day is verified, and all damage to it is detected and named', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'aitai-replay-'))
  onTestFinished(() => rm(scratch, { recursive: true, force: true }))
  const said: string[] = []

  const small = { seed: 3, commands: 1_000, rowFlips: 20, fileFlips: 20 }
  const isFine = await runReplayDay({ ...small, dir: join(scratch, 'day'), scratch }, (line) =>
    said.push(line),
  )

  expect(isFine, said.join('\n')).toBe(true)
}, 180_000)
