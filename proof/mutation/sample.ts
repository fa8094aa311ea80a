import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vitest/node'
import { createRandom } from '../harness/random.ts'

/** A top-level declaration: the unit of sampling, because its mutants are easiest to read together. */
export interface Declaration {
  readonly path: string
  readonly firstLine: number
  readonly lastLine: number
}

interface Statement {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly declaration?: { readonly type: string } | null
}

/** Types and imports have nothing that could be mutated. */
const hasCode = ({ type, declaration }: Statement): boolean =>
  !/^(Import|ExportAll|TS)/.test(declaration?.type ?? type) && (declaration !== null || !/^Export/.test(type))

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function declarationsOf(path: string): Declaration[] {
  const text = readFileSync(path, 'utf8')
  const tree = parseAst(text, {
    lang: path.endsWith('x') ? 'tsx' : 'ts',
    astType: 'ts',
    sourceType: 'module',
  })
  return (tree.body as unknown as Statement[]).filter(hasCode).map(({ start, end }) => ({
    path,
    firstLine: lineAt(text, start),
    lastLine: lineAt(text, end),
  }))
}

/** About what StrykerJS makes of our code: 0.5 in the code of the pool, 2 in dense conditions. */
const mutantsPerLine = 1

/** Draws declarations of the workspace until they hold about as many mutants as wanted. */
export function sampleDeclarations(sources: string, mutants: number, seed: number): Declaration[] {
  const paths = globSync(sources).filter((path) => !/\.(test|d)\.tsx?$/.test(path))
  const declarations = paths.sort().flatMap(declarationsOf)
  const sample: Declaration[] = []
  let expected = 0
  for (const declaration of createRandom(seed).shuffled(declarations)) {
    if (expected >= mutants) break
    sample.push(declaration)
    expected += (declaration.lastLine - declaration.firstLine + 1) * mutantsPerLine
  }
  return sample
}
