import { findings, isTest, type LintRule, type Node, nameOf, stringIn } from './source-files.ts'

/**
 * Clocks, randomness, environment, network, garbage collection and code from text. The compiler already refuses
 * `window`, because the engine has no DOM types, so a price window may have that name.
 */
const impureGlobals = new Set(
  `performance process setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame Temporal
  crypto Intl globalThis global self navigator fetch WebSocket XMLHttpRequest Worker Atomics console
  SharedArrayBuffer WeakRef FinalizationRegistry require module eval Function`.split(/\s+/),
)

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

/** The engine is pure: a replay of the journal must give the same result on any machine at any time. */
export const enginePurity: LintRule = (source) => {
  if (!source.path.startsWith('engine/src/') || isTest(source.path)) return []
  return findings(source, (node, parent) => {
    const { type, property } = node
    if (type === 'MetaProperty' || type === 'ImportExpression') return 'uses a dynamic import or import.meta'
    const member = type === 'MemberExpression' ? nameOf(property) : ''
    if (localeMethods.some((each) => each.test(member))) return `uses ${member}`
    if (type !== 'Identifier' || isPropertyName(node, parent)) return null
    const name = nameOf(node)
    if (name === 'Math' || name === 'Date') {
      return isPureUse(node, parent) ? null : `uses an impure part of ${name}`
    }
    return impureGlobals.has(name) ? `uses ${name}` : null
  })
}
