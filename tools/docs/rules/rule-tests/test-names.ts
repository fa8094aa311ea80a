import { parseAst } from 'vitest/node'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What a call begins with: `test` of `test.each(…)(…)` and of `test.runIf(…)(…)`. */
function rootOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'CallExpression') return rootOf(callee.callee)
  if (callee.type === 'MemberExpression') return rootOf(callee.object)
  return typeof callee.name === 'string' ? callee.name : ''
}

/** A name as it stands in the source, with its %s, $values and ${values} where there are any. */
function nameOf(named: unknown, source: string): string | null {
  if (!isNode(named)) return null
  if (named.type === 'TemplateLiteral') return source.slice(named.start + 1, named.end - 1)
  return typeof named.value === 'string' ? named.value : null
}

/** The names of all tests of a source, each after the headings that it stands under. */
export function namedTests(source: string): string[] {
  const names: string[] = []
  const visit = (node: Node, headings: readonly string[]): void => {
    let under = headings
    if (node.type === 'CallExpression') {
      const root = rootOf(node.callee)
      const name = nameOf((node.arguments as unknown[])[0], source)
      if (name !== null && root === 'test') names.push([...headings, name].join(' > '))
      if (name !== null && root === 'describe') under = [...headings, name]
    }
    for (const value of Object.values(node))
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, under)
  }
  visit(parseAst(source, { lang: 'ts', sourceType: 'module' }) as unknown as Node, [])
  return names
}
