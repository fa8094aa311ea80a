import type { CDPSession } from '@playwright/test'

/** All that a screen reader receives of an element. */
export interface TreeNode {
  readonly id: string
  readonly role: string
  readonly name: string
  readonly description: string
  readonly value: string
  /** The keys that it announces, such as A or Control+K. */
  readonly keys: readonly string[]
  /** Whether it is focused, disabled, checked, selected and the like, as the browser says. */
  readonly states: Readonly<Record<string, unknown>>
  /** The id of the node that has the focus inside it, while it keeps the focus itself. */
  readonly activeDescendant: string | null
  /** What surrounds it, from the page inwards. */
  readonly ancestors: readonly TreeNode[]
  readonly children: readonly TreeNode[]
}

const fetchNodes = (session: CDPSession) => session.send('Accessibility.getFullAXTree')
type BrowserNode = Awaited<ReturnType<typeof fetchNodes>>['nodes'][number]

/** Boxes of lines of a text, which say nothing of their own. */
const lineBox = 'InlineTextBox'

/** The accessibility tree of a page as Chromium has it now, without the nodes that it ignores. */
export async function readTree(session: CDPSession): Promise<TreeNode> {
  const { nodes } = await fetchNodes(session)
  const [root] = nodes
  if (!root) throw new Error('the page has no accessibility tree')
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))

  const shownBelow = ({ childIds = [] }: BrowserNode): BrowserNode[] =>
    childIds.flatMap((id) => {
      const child = byId.get(id)
      if (!child || child.role?.value === lineBox) return []
      return child.ignored ? shownBelow(child) : [child]
    })
  const nodeOf = (node: BrowserNode, ancestors: readonly TreeNode[]): TreeNode => {
    const children: TreeNode[] = []
    const read = { ...ownPart(node), ancestors, children }
    for (const child of shownBelow(node)) children.push(nodeOf(child, [...ancestors, read]))
    return read
  }
  return nodeOf(root, [])
}

function ownPart(node: BrowserNode): Omit<TreeNode, 'ancestors' | 'children'> {
  const properties = new Map((node.properties ?? []).map(({ name, value }) => [String(name), value]))
  const active = properties.get('activedescendant')?.relatedNodes?.[0]?.backendDOMNodeId
  return {
    id: String(node.backendDOMNodeId ?? node.nodeId),
    role: String(node.role?.value ?? ''),
    name: plain(node.name?.value),
    description: plain(node.description?.value),
    value: plain(node.value?.value),
    keys: plain(properties.get('keyshortcuts')?.value).split(' ').filter(Boolean),
    states: Object.fromEntries([...properties].map(([name, { value }]) => [name, value])),
    activeDescendant: active === undefined ? null : String(active),
  }
}

const plain = (text: unknown): string =>
  text === undefined ? '' : String(text).replaceAll(/\s+/g, ' ').trim()

/** A node and everything in it, in the order in which it is read. */
export const nodesIn = (node: TreeNode): readonly TreeNode[] => [node, ...node.children.flatMap(nodesIn)]

/** What is read of a node and of everything in it. */
export function textOf({ name, value, children }: TreeNode): string {
  const inside = children.map(textOf).filter(Boolean).join(' ')
  return inside === '' ? [name, value].filter(Boolean).join(' ') : inside
}

export type Name = string | RegExp

const isNamed = ({ name }: TreeNode, wanted: Name): boolean =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name)

export const isNode = (node: TreeNode, role: string, name?: Name): boolean =>
  node.role === role && (name === undefined || isNamed(node, name))

export const findAll = (inside: TreeNode, role: string, name?: Name): readonly TreeNode[] =>
  nodesIn(inside).filter((node) => isNode(node, role, name))

export const find = (inside: TreeNode, role: string, name?: Name): TreeNode | undefined =>
  findAll(inside, role, name)[0]

/** The control that takes the keys: the last one, because what surrounds it may have the focus as well. */
export const focusedIn = (tree: TreeNode): TreeNode | undefined =>
  nodesIn(tree).findLast(({ states }) => states.focused === true)

/** What a screen reader reads as focused: an option or a row, if its list has the focus for it. */
export function currentIn(tree: TreeNode): TreeNode | undefined {
  const focused = focusedIn(tree)
  return nodesIn(tree).find(({ id }) => id === focused?.activeDescendant) ?? focused
}

/** The texts of a row by the names of their columns. */
export function cellsOf(table: TreeNode, row: TreeNode): Readonly<Record<string, string>> {
  const columns = findAll(table, 'columnheader').map(({ name }) => name)
  const cells = row.children.filter(({ role }) => role === 'gridcell' || role === 'cell')
  if (cells.length !== columns.length) throw new Error(`${cells.length} cells in ${columns.length} columns`)
  return Object.fromEntries(cells.map((cell, column) => [columns[column], textOf(cell)]))
}
