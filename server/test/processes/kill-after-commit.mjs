// Loaded before the server by a test: the process is killed as soon as the entry of a command is committed, before
// anything else can be written and before anybody is answered.
import { StatementSync } from 'node:sqlite'
import pg from 'pg'

const command = `"type":"${process.env.KILL_AFTER}"`
let isWritten = false

const isEntry = (text, values) => {
  const texts = values.flat().filter((value) => typeof value === 'string')
  return text.startsWith('insert into journal') && texts.some((value) => value.includes(command))
}

const killIfWritten = () => {
  if (isWritten) process.kill(process.pid, 'SIGKILL')
}

const { run } = StatementSync.prototype
StatementSync.prototype.run = function (...values) {
  const result = run.apply(this, values)
  isWritten ||= isEntry(this.sourceSQL, values)
  if (this.sourceSQL === 'commit') killIfWritten()
  return result
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (statement, ...others) {
  const text = typeof statement === 'string' ? statement : (statement.text ?? '')
  isWritten ||= isEntry(text, [...others, statement.values ?? []])
  const result = query.call(this, statement, ...others)
  if (text === 'commit') result.then(killIfWritten)
  return result
}
