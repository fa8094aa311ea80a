import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bug, planted } from './bug.ts'

const root = join(import.meta.dirname, '..', '..')
/** What the tests of the engine read: its sources, the simulation, and the calendars of the server. */
const needed = ['engine/package.json', 'engine/src', 'engine/simulation', 'server/data']

/** A copy of the engine to break, so that nothing can be left broken in the repository. */
export interface Workshop {
  readonly folder: string
  plant(bug: Bug): void
  /** Takes out the bug that was planted last. */
  mend(bug: Bug): void
  close(): void
}

export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-bugs-'))
  for (const path of needed) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  const placeOf = ({ file }: Bug): string => join(folder, 'engine/src', file)
  // Mended from what was copied: the repository may have changed since.
  const whole = new Map<Bug, string>()
  return {
    folder,
    plant: (bug) => {
      const source = readFileSync(placeOf(bug), 'utf8')
      writeFileSync(placeOf(bug), planted(bug, source))
      whole.set(bug, source)
    },
    mend: (bug) => {
      writeFileSync(placeOf(bug), whole.get(bug) ?? sourceOf(bug.file))
      whole.delete(bug)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The text of a source of the engine, as it stands in the repository. */
export const sourceOf = (file: string): string => readFileSync(join(root, 'engine/src', file), 'utf8')
