import { join } from 'node:path'
import { sourcesUnder } from '../../lint/source-files.ts'
import { type Layer, layerOf } from './layers.ts'

/** What an annotation names: sentences of the specification or rules. */
export type Subject = 'spec' | 'rule'

/** The ids in a comment directly above a test, a group, a step or one case of a table. */
export interface Annotation {
  readonly path: string
  readonly line: number
  readonly subject: Subject
  readonly ids: readonly string[]
  /** Whether anything else follows, so that the comment says nothing about a test. */
  readonly isStray: boolean
  /** The layer of the product that the test goes through. */
  readonly layer: Layer
}

const annotation = /^\s*\/\/ (spec|rule): (.*)$/
/** Comments, and the heads of loops without braces, may stand between an annotation and its test. */
const isSkipped = (line: string): boolean => /^\s*(\/\/|\/\*|\*|for \(.*\)$)/.test(line)
/** A test, a group or a step, or an element of a table. */
const isTest = (line: string): boolean => /^\s*((await )?(test|describe|step)[.(<]|[[{])/.test(line)

const indentOf = (line: string): number => line.length - line.trimStart().length

/** The statement or element that begins in a line: up to the next line that is not indented further. */
function blockFrom(lines: readonly string[], start: number): string {
  const indent = indentOf(lines[start] ?? '')
  const isInside = (line: string): boolean =>
    line === '' || indentOf(line) > indent || /^[)\]}]/.test(line.trimStart())
  let end = start + 1
  while (end < lines.length && isInside(lines[end] ?? '')) end += 1
  return lines.slice(start, end).join('\n')
}

/** The annotations of one test file, in order. */
export function annotationsIn(path: string, source: string): readonly Annotation[] {
  const lines = source.split('\n')
  return lines.flatMap((text, index) => {
    const [, subject, ids = ''] = annotation.exec(text) ?? []
    if (subject !== 'spec' && subject !== 'rule') return []
    let next = index + 1
    while (isSkipped(lines[next] ?? '')) next += 1
    return [
      {
        path,
        line: index + 1,
        subject,
        ids: ids.trim().split(/,\s*/),
        isStray: !isTest(lines[next] ?? ''),
        layer: layerOf(path, source, blockFrom(lines, next)),
      },
    ]
  })
}

let cached: readonly Annotation[] | null = null

/** Every annotation of the repository, in the order of the paths. */
export function repositoryAnnotations(): readonly Annotation[] {
  cached ??= sourcesUnder(join(import.meta.dirname, '../../..'))
    .filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, text }) => annotationsIn(path, text))
  return cached
}
