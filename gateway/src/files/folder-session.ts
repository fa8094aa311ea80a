import { createHash } from 'node:crypto'
import { CallFailed } from '@aitai/contract/api-client.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import { fileBytes } from '@aitai/contract/routes/route.ts'
import { bulkUploadAdverts } from '@aitai/contract/routes/upload.ts'
import type { CallFailure } from '@aitai/contract/schemas/failures.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import type { Language } from '@aitai/messages/texts.ts'
import type { FileStore, StoredFile } from '../store/file-store.ts'
import { matchingStatus } from '../trading/matching-status.ts'
import { ReferenceLists } from '../trading/security-list.ts'
import type { UserConnection } from '../trading/user-connection.ts'
import { CoalescedWork } from '../trading/work-queue.ts'
import { DeskFolder } from './desk-folder.ts'
import { readBulkFile } from './file-reading.ts'
import { failureOf, sendFile } from './file-sender.ts'
import { byDay, outcomesFile, outcomesName } from './outcomes-file.ts'
import { refusedFile, resultFile } from './result-file.ts'
import type { FileFailure } from './row-text.ts'
import { type SeenFile, StableFiles } from './stable-files.ts'

/** How often things are looked at, in milliseconds. */
export interface FolderTiming {
  /** The dropped files. */
  readonly filesMs: number
  /** How long a file must not have changed. */
  readonly stableMs: number
  /** The locates of the user. */
  readonly outcomesMs: number
}

const defaultTiming: FolderTiming = { filesMs: 500, stableMs: 2_000, outcomesMs: 2_000 }

/** No file that the server accepts is larger: UTF-16 has two bytes where the call has one. */
const readableBytes = 2 * fileBytes

export interface FolderSessionOptions {
  readonly sessionId: string
  readonly folder: string
  readonly language: Language
  readonly user: UserConnection
  readonly files: FileStore
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Notes what the operator should know. */
  readonly onEvent: (text: string) => void
  readonly timing?: Partial<FolderTiming>
}

/**
 * The folder of a trader whose desk has no FIX: applies each bulk file that is dropped there once, and writes the
 * results of its rows and of the day's locates. It polls both instead of being notified: a live socket would make
 * the trader present where nobody can answer a locate.
 */
export class FolderSession {
  readonly #options: FolderSessionOptions
  readonly #folder: DeskFolder
  readonly #lists: ReferenceLists
  readonly #stable: StableFiles
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #problems = new Map<string, string>()
  readonly #written = new Map<string, string>()
  #wasOpen = false
  #isClosed = false

  constructor(options: FolderSessionOptions) {
    const { folder, user, now, timing } = options
    const { filesMs, stableMs, outcomesMs } = { ...defaultTiming, ...timing }
    this.#options = options
    this.#folder = new DeskFolder(folder)
    this.#lists = new ReferenceLists(user, now)
    this.#stable = new StableFiles(stableMs)
    this.#timers = [
      repeat(filesMs, () => this.#try('files', () => this.#checkFiles())),
      repeat(outcomesMs, () => this.#try('outcomes', () => this.#checkOutcomes())),
    ]
  }

  /** Whether something fails that is tried again and again. */
  get isFailing(): boolean {
    return this.#problems.size > 0
  }

  /** Ends the checks; what is being sent stays unfinished, and the next start finishes it. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#options.user.close()
  }

  /** Says once what is wrong, and once that it is right again; the next check tries again. */
  async #try(subject: string, check: () => Promise<void>): Promise<void> {
    const { onEvent } = this.#options
    const before = this.#problems.get(subject)
    try {
      await check()
      if (before === undefined || this.#isClosed) return
      this.#problems.delete(subject)
      onEvent(`${subject}: works again`)
    } catch (error) {
      const text = `${subject}: ${describe(error)}`
      if (this.#isClosed || text === before) return
      this.#problems.set(subject, text)
      onEvent(`${text}; trying again`)
    }
  }

  // Files

  async #checkFiles(): Promise<void> {
    const { files, now } = this.#options
    await this.#folder.create()
    await files.startDay(tokyoDate(now()))
    for (const file of files.unfinished) await this.#finish(file)
    const dropped = this.#stable.completeFiles(await this.#folder.dropped(), performance.now())
    const failures: unknown[] = []
    // A file that cannot be read keeps no other one waiting.
    for (const file of dropped) await this.#take(file).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  async #take(file: SeenFile): Promise<void> {
    const { files, now } = this.#options
    const max = fileBytes / 1_024 ** 2
    if (file.size > readableBytes)
      return await this.#refuse(file, { errorCode: 'upload.tooLarge', variables: { max } })
    const bytes = await this.#folder.read(file)
    // It is gone or being written: the next check sees what it has become.
    if (!bytes) return
    const hash = hashOf(bytes)
    const same = files.get(hash)
    if (same) return await this.#refuse(file, { errorCode: 'FILE_DUPLICATE', variables: { name: same.name } })
    const rows = await this.#validated(bytes)
    // If the file was removed while the server validated it, nothing of it is to be sent.
    if (!(await this.#folder.isUnchanged(file))) return
    if ('errorCode' in rows) return await this.#refuse(file, rows)
    const stored: StoredFile = {
      hash,
      day: tokyoDate(now()),
      name: file.name,
      rows,
      sent: null,
      isReported: false,
    }
    // A file of which nothing can be sent has no effect, and may be dropped again when that has changed.
    if (!rows.some(({ status }) => status === 'OK'))
      return await this.#report(file.name, resultFile(this.#options.language, rows, []))
    await files.put(stored)
    await this.#finish(stored)
  }

  /** Returns what the server says of the rows of a file, or why it is refused as a whole. Sends nothing. */
  async #validated(bytes: Buffer): Promise<readonly ResultRow[] | FileFailure> {
    const file = await readBulkFile(bytes, await this.#lists.equities())
    if ('errorCode' in file) return file
    try {
      const rows = await this.#options.user.call(bulkUploadAdverts, { body: file.text })
      // A row is named by the RIC as typed, not by the id that was posted.
      return rows.map((row) => ({ ...row, ric: file.ricAt.get(row.line) || row.ric }))
    } catch (error) {
      return failureOf(error)
    }
  }

  /** Sends what is not sent, and writes the result, each step after what came before it is stored. */
  async #finish(file: StoredFile): Promise<void> {
    const { files, language, sessionId, user, now } = this.#options
    const { hash, day, name, rows } = file
    let { sent } = file
    if (sent === null) {
      const isOver = day !== tokyoDate(now())
      const outcomes = isOver ? rows.map(dayOver) : await sendFile(file, user, sessionId)
      sent = { outcomes, doneName: await this.#folder.doneName(day, name) }
      await files.put({ ...file, sent })
    }
    await this.#folder.writeResult(day, sent.doneName, resultFile(language, rows, sent.outcomes))
    if (await this.#isStillThere(name, hash)) await this.#folder.moveDone(name, day, sent.doneName)
    await files.put({ ...file, rows: [], sent: { ...sent, outcomes: [] }, isReported: true })
    const count = sent.outcomes.filter(({ result }) => result === 'sent').length
    this.#options.onEvent(`a file was processed: ${count} of ${rows.length} rows sent`)
  }

  /** Whether the dropped file of a name still has these contents: another may have taken its place. */
  async #isStillThere(name: string, hash: string): Promise<boolean> {
    const file = (await this.#folder.dropped()).find(
      (each) => each.name === name && each.size <= readableBytes,
    )
    const bytes = file && (await this.#folder.read(file))
    return bytes ? hashOf(bytes) === hash : false
  }

  async #refuse(file: SeenFile, failure: FileFailure): Promise<void> {
    this.#options.onEvent(`a file was refused: ${failure.errorCode}`)
    await this.#report(file.name, refusedFile(this.#options.language, failure))
  }

  /** Writes the result of a file of which nothing was sent. */
  async #report(name: string, text: string): Promise<void> {
    const day = tokyoDate(this.#options.now())
    const doneName = await this.#folder.doneName(day, name)
    await this.#folder.writeResult(day, doneName, text)
    await this.#folder.moveDone(name, day, doneName)
  }

  // Outcomes

  async #checkOutcomes(): Promise<void> {
    const { user, now } = this.#options
    await this.#folder.create()
    const locates = await user.call(listLocateNotifications)
    const isClose = await this.#isClose()
    const today = outcomesName(tokyoDate(now()))
    // The day of a locate is its own: around midnight the list may still, or already, be that of the other day.
    for (const [day, ofDay] of byDay(locates)) {
      const name = outcomesName(day)
      await this.#writeOutcomes(name, await outcomesFile(ofDay, this.#lists), isClose && name === today)
    }
    if (!this.#written.has(today) && !(await this.#folder.has(today)))
      await this.#writeOutcomes(today, await outcomesFile([], this.#lists), false)
  }

  async #writeOutcomes(name: string, text: string, isFinal: boolean): Promise<void> {
    if (this.#written.get(name) === text && !isFinal) return
    await this.#folder.write(name, text)
    this.#written.clear()
    this.#written.set(name, text)
  }

  /** Whether matching has ended since the last check. */
  async #isClose(): Promise<boolean> {
    const { user, now } = this.#options
    const [first] = await this.#lists.equities()
    const { isOpen } = await matchingStatus(user, first?.equityId ?? null, now())
    const isClose = this.#wasOpen && !isOpen
    this.#wasOpen = isOpen
    return isClose
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const dayOver = ({ line }: ResultRow) => ({
  line,
  result: 'unsure' as const,
  failure: { status: 0, errorCode: 'FILE_DAY_OVER', message: '' } satisfies CallFailure,
})

/** Runs a check at regular intervals, one at a time. `check` must not reject. */
function repeat(everyMs: number, check: () => Promise<void>): NodeJS.Timeout {
  const work = new CoalescedWork(check)
  work.request()
  return setInterval(() => work.request(), everyMs)
}

/** An error as an operator should read it. */
function describe(error: unknown): string {
  if (error instanceof CallFailed && error.status === 403)
    return 'the platform does not accept the credential of this session'
  return error instanceof Error ? error.message : String(error)
}
