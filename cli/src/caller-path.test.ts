import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { callerPath } from './caller-path.ts'

test('a relative path is of the folder in which the operator has typed it, also through npm', () => {
  const throughNpm = { npm_lifecycle_event: 'aitai', INIT_CWD: '/srv/kimura' }
  expect(callerPath('backup.db', throughNpm)).toBe('/srv/kimura/backup.db')
  expect(callerPath('/srv/backup.db', throughNpm)).toBe('/srv/backup.db')
  expect(callerPath('backup.db', {})).toBe(resolve('backup.db'))
  // Of another script that runs `aitai`.
  expect(callerPath('backup.db', { ...throughNpm, npm_lifecycle_event: 'test' })).toBe(resolve('backup.db'))
})
