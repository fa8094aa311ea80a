import { findings, isTest, type LintRule, type Node, nameOf, stringIn } from './source-files.ts'

/** Methods whose result depends on the machine's locale or time zone. */
const localeMethods = [
  /^(toLocale\w*|localeCompare|getTimezoneOffset|to(Date|Time)String)$/,
  /^[gs]et(Hours|Minutes|Seconds|Day|Date|Month|FullYear)$/,
]

const isPropertyName = (node: Node, parent: Node | null): boolean =>
  (parent?.type === 'MemberExpression' && parent.property === node && parent.computed !== true) ||
  (parent?.type === 'Property' && parent.key === node && parent.shorthand !== true) ||
  parent?.type === 'TSPropertySignature'

/**
 * `Math` and `Date` mix pure functions with randomness and the clock, so they may not be passed around. A
 * `Date` may only be built from a number: text without a zone is read in the zone of the machine.
 */
function isPureUse(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'NewExpression' && parent.callee === node) {
    const values = parent.arguments as readonly unknown[]
    return nameOf(node) === 'Date' && values.length === 1 && stringIn(values[0]) === null
  }
  if (parent?.type !== 'MemberExpression' || parent.object !== node || parent.computed === true) return false
  const property = nameOf(parent.property)
  return nameOf(node) === 'Math' ? property !== 'random' : property === 'UTC'
}

/**
 * The engine is pure: a replay of the journal must give the same result on any machine at any time. Biome refuses
 * impure globals there (biome.json, `deniedGlobals`); this refuses the impure parts of globals that are also pure.
 */
export const enginePurity: LintRule = (source) => {
  if (!source.path.startsWith('engine/src/') || isTest(source.path)) return []
  return findings(source, (node, parent) => {
    const { type, property } = node
    if (type === 'MetaProperty' || type === 'ImportExpression') return 'uses a dynamic import or import.meta'
    const member = type === 'MemberExpression' ? nameOf(property) : ''
    if (localeMethods.some((each) => each.test(member))) return `uses ${member}`
    if (type !== 'Identifier' || isPropertyName(node, parent)) return null
    const isMixed = /^(Math|Date)$/.test(nameOf(node))
    return isMixed && !isPureUse(node, parent) ? `uses an impure part of ${nameOf(node)}` : null
  })
}
