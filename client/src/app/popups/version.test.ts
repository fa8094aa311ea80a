import { expect, test } from 'vitest'
import { isNewerVersion } from './version.ts'

// spec: 1.11, 9.1
test.each([
  ['0.2.1', true],
  ['0.10.0', true],
  ['1.0', true],
  ['0.2.0.1', true],
  ['0.2.0', false],
  ['0.2', false],
  ['0.1.9', false],
  ['', false],
  ['<!doctype html>', false],
])('a server with version %s asks a client of 0.2.0 to reload: %s', (version, expected) => {
  expect(isNewerVersion(version, '0.2.0')).toBe(expected)
})
