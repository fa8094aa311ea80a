import { basename, dirname } from 'node:path'
import { isScript, type SourceFile } from './source-files.ts'

const maximumInFolder = 20
const isSource = ({ path }: SourceFile): boolean => isScript(path) && !/\.(test|e2e|d)\.tsx?$/.test(path)

function groups(sources: readonly SourceFile[], keyOf: (path: string) => string): [string, string[]][] {
  const found = new Map<string, string[]>()
  for (const { path } of sources.filter(isSource)) {
    found.set(keyOf(path), [...(found.get(keyOf(path)) ?? []), path])
  }
  return [...found]
}

/** At most 20 source files in a folder; tests are beside what they test and do not count. */
export const folderSizes = (sources: readonly SourceFile[]): string[] =>
  groups(sources, dirname)
    .filter(([, paths]) => paths.length > maximumInFolder)
    .map(([folder, paths]) => `${folder}/ holds ${paths.length} source files`)

/**
 * Folders within which a name is unique although the workspace has it elsewhere: each program of `proof` and
 * `tools` is a project of its own, both languages have the same files, `api/` and `admin/` have one file for
 * each noun, and a call's route and schemas are in files of the same name.
 */
const separateFolders =
  /^((proof\/leaks|proof|tools)\/[^/]+|\w+\/src\/(en|jp|api|admin|routes|schemas)|[^/]+)\//
const roleNames = new Set(['main.ts', 'write.main.ts', 'playwright.config.ts'])

const nameKey = (path: string): string => `${separateFolders.exec(path)?.[1] ?? ''} ${basename(path)}`

/** Two source files of one workspace have different names, or a search by name finds the wrong one. */
export const duplicateNames = (sources: readonly SourceFile[]): string[] =>
  groups(
    sources.filter(({ path }) => !roleNames.has(basename(path))),
    nameKey,
  )
    .filter(([, paths]) => paths.length > 1)
    .map(([, paths]) => `${paths.join(', ')} have the same name`)
