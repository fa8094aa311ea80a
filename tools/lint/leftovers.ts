import { type LintRule, matchesByLine } from './source-files.ts'

// Joined from halves, so that this file contains none of them.
const noteWords = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')
const notes = new RegExp(`(//|/\\*|^\\s*\\*).*\\b(${noteWords})\\b|@ts-no${'check'}`, 'gm')

/** No notes about unfinished work, and no file without type checking. */
export const unfinishedWork: LintRule = (source) =>
  /\.(tsx?|css|m?js|sh)$/.test(source.path) ? matchesByLine(source, notes, 'contains') : []

const machineFolder = /(?<![\w.~:/-])\/(?:work|root|home|Users|mnt|workspace|private|tmp)\/[\w.]/g
const privateHost = new RegExp(
  'https?://([\\w.-]*(registry|mirror|artifactory|nexus|verdaccio|proxy)|' +
    '10\\.|192\\.168\\.|169\\.254\\.|172\\.(1[6-9]|2\\d|3[01])\\.)',
  'g',
)

/** Nothing that exists on one machine only: no path of its folders, no address of its network. */
export const machinePaths: LintRule = (source) => [
  ...matchesByLine(source, machineFolder, 'names the folder'),
  ...matchesByLine(source, privateHost, 'names the host'),
]

/** Long strings are not broken over lines, because nobody could search for them: they do not count. */
const withoutStrings = (line: string): string => line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''")

/** At most 120 characters in a line, strings aside. Biome breaks code, but not comments, at 110. */
export const longLines: LintRule = ({ path, text }) =>
  /\.(tsx?|css|m?js|sh)$/.test(path)
    ? text
        .split('\n')
        .flatMap((line, i) =>
          [...withoutStrings(line)].length > 120 ? [`${path}:${i + 1} is longer than 120 characters`] : [],
        )
    : []
