import { runTypedCommand } from './manual-transcripts.ts'

/** An operator's command on a running installation, as it is typed after `npm run -s aitai --`. Must be done. */
export async function runOperatorCommand(
  { dataDir }: { readonly dataDir: string },
  ...typed: string[]
): Promise<void> {
  const words = ['npm', 'run', '-s', 'aitai', '--', ...typed]
  const { code, both } = await runTypedCommand({ words, shown: '' }, { dataDir, folder: dataDir })
  if (code !== 0) throw new Error(`aitai ${typed.join(' ')}: ${both}`)
}
