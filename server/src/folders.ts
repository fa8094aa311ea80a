import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config-values.ts'

const causes: Readonly<Record<string, string>> = {
  EEXIST: 'it is not a folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'it cannot be created there',
}

const causeOf = (error: unknown): string => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return causes[code] ?? code
}

/**
 * Creates a folder that only this account may read, unless it exists, and the folders above it. Throws ConfigError with
 * the name of the variable if this account cannot write to it.
 */
export function createFolder(variable: string, path: string): void {
  try {
    make(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(
      `${variable} cannot be used, ${path}: ${causeOf(error)}. Name a folder that this account may write to.`,
    )
  }
}

/** Throws ConfigError with the name of the variable if this account cannot append to a file. */
export function checkAppendable(variable: string, path: string): void {
  createFolder(variable, dirname(path))
  try {
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw new ConfigError(
      `${variable} cannot be used, ${path}: ${causeOf(error)}. Name a file that this account may write to.`,
    )
  }
}

/** Not recursive as Node does it, which never ends below /proc. */
function make(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    make(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  }
}
