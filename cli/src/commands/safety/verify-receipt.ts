import { type Receipt, receiptFormat } from '@aitai/contract/evidence/evidence-formats.ts'
import { verifyEvidence } from '@aitai/contract/evidence/verify-evidence.ts'
import { CommandFailed, command } from '../../command.ts'
import { evidenceFaultTexts, publicKeysIn, readCallersFile } from '../../evidence-files.ts'
import { factLines } from '../../output.ts'

export const verifyReceipt = command({
  name: 'verify-receipt',
  summary: 'Verify the receipt of an agreement, on any machine and without a network',
  operand: 'FILE',
  flags: {
    key: {
      type: 'string',
      value: 'KEY',
      required: true,
      description: 'The public key of the installation, or a file with it, as it was given to you',
    },
  },
  details:
    'Needs neither a server nor its data. Prints what the receipt attests. Exit code 1 if any byte of it was changed, or if\n' +
    'another key has signed it. A file with keys may be what the installation shows at /api/evidence.',
  async run({ key }, file) {
    const verified = await verifyEvidence(readCallersFile(file), [receiptFormat], await publicKeysIn(key))
    if (!verified.valid) throw new CommandFailed(`${file} ${evidenceFaultTexts[verified.fault]}`)
    const { document } = verified
    return { result: document, text: ['The receipt is valid.', ...factLines(factsOf(document))].join('\n') }
  },
})

const factsOf = ({ format, signature, ...facts }: Receipt) => facts
