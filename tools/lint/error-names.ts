import { findings, isNode, type LintRule, type Node, nameOf, stringIn, visitTree } from './source-files.ts'

/** The names that a class gives to its errors, by a property or in its constructor. */
function errorNamesIn(body: Node): string[] {
  const names: string[] = []
  visitTree(body, ({ type, key, left, right, value }) => {
    const isProperty = type === 'PropertyDefinition' && nameOf(key) === 'name'
    const isAssignment =
      type === 'AssignmentExpression' &&
      isNode(left) &&
      isNode(left.object) &&
      left.object.type === 'ThisExpression' &&
      nameOf(left.property) === 'name'
    if (isProperty || isAssignment) names.push(stringIn(isProperty ? value : right) ?? '')
  })
  return names
}

/** The name of an error, which logs print, is the name of its class. */
export const errorNames: LintRule = (source) => {
  if (!/\bclass\b.*\bextends\b/.test(source.text)) return []
  return findings(source, ({ type, id, superClass, body }) => {
    if (!/^Class/.test(type) || !isNode(body)) return null
    const names = errorNamesIn(body)
    const isError = nameOf(superClass) === 'Error' || (superClass && names.length > 0)
    return isError && names.join() !== nameOf(id) ? `declares ${nameOf(id)} with another name` : null
  })
}
