import { type Command, command, UsageError } from '../command.ts'
import { completionScript, shells } from '../completion-script.ts'

/** The command that prints the completion of `others` and itself. */
export const completion = (others: readonly Command[]): Command => {
  const self: Command = command({
    name: 'completion',
    summary: 'Print a script with which a shell completes commands and flags',
    operand: shells.join('|'),
    flags: {},
    details:
      'It completes a command that is called aitai.\n\n' +
      '  aitai completion bash > /etc/bash_completion.d/aitai\n' +
      '  aitai completion zsh > /usr/local/share/zsh/site-functions/_aitai',
    async run(_, named) {
      const shell = shells.find((each) => each === named)
      if (!shell) throw new UsageError(`the shell must be one of ${shells.join(', ')}`)
      const script = completionScript(shell, [...others, self])
      return { result: { shell, script }, text: script }
    },
  })
  return self
}
