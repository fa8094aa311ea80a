import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BillOfMaterials, installedPackages, licenseFaults, licenseOf } from './shipped.ts'
import { lockFile, shippedBill } from './shipped-bill.ts'

/**
 * `npm run sbom`: writes what ships as CycloneDX and the texts of its licences into dist/sbom. Fails, after it has
 * written them, if the licence of something that ships is missing or not accepted.
 */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/sbom')

const isLicenseText = (name: string): boolean => /^(licen[cs]e|notice|copying|ofl)/i.test(name)

/** The texts of a package's licence; none if it has no file of one, or is not installed on this platform. */
function licenseTexts(path: string): readonly string[] {
  const files = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []
  return files
    .filter((file) => file.isFile() && isLicenseText(file.name))
    .map(({ name }) => readFileSync(join(path, name), 'utf8').trim())
}

function licensesPage({ components }: BillOfMaterials): string {
  const installed = installedPackages(lockFile())
  const parts = components.flatMap((component) => {
    const ref = component['bom-ref']
    const path = installed.get(ref)?.path ?? ''
    if (!path.startsWith('node_modules/')) return []
    const texts = licenseTexts(join(root, path))
    const shown = texts.length > 0 ? texts : ['(No file with a text is installed here.)']
    return [`${ref}\n${licenseOf(component)}\n\n${shown.join('\n\n')}`]
  })
  return `${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

const bill = shippedBill((args, cwd) =>
  execFileSync('npm', [...args], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }),
)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'aitai.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
writeFileSync(join(folder, 'licences.txt'), licensesPage(bill))
console.log(`${bill.components.length} components: dist/sbom/aitai.cdx.json, dist/sbom/licences.txt`)

const faults = licenseFaults(bill)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
