import type { remarks as en } from '../../en/console/remarks.ts'

export const remarks: Readonly<Record<keyof typeof en, string>> = {
  'operations.remarkOfLine': '{line}行目：{says}',
  'operations.remark.ENCODING':
    '文字コードがUTF-8、UTF-16、Shift_JISのいずれでもありません。いずれかのCSVで保存してください。',
  'operations.remark.QUOTATION_MARKS': '引用符が閉じられていないか、セルの途中にあります。',
  'operations.remark.COLUMNS': '列は{columns}が必要です（任意の列：{optional}）。',
  'operations.remark.COLUMN_UNKNOWN': '列「{column}」は使用できません。',
  'operations.remark.COLUMN_TWICE': '列{column}が重複しています。',
  'operations.remark.CELLS': '列数{columns}に対し、セルが{cells}個あります。',
  'operations.remark.ROW_TWICE': '{what}は{before}行目と重複しています。',
  'operations.remark.NO_ROWS': '見出しの後にデータがありません。',
  'operations.remark.NAME_LENGTH': '{what}の名称が{max}文字を超えているか、改行を含んでいます。',
  'operations.remark.RIC': '「{ric}」は国内取引所のRICではありません。',
  'operations.remark.LOT_SIZE': '{ric}のlotSizeは1、10、100、1000のいずれかにしてください。',
  'operations.remark.NO_CLOSE': '{ric}のclosePriceがありません。',
  'operations.remark.NAMES_MISSING': '{ric}のnameとlocalNameを入力してください。',
  'operations.remark.KANA': '{ric}のkanaがカタカナではありません。',
  'operations.remark.PRICE': '{ric}の{column}が円の価格ではありません。',
  'operations.remark.OFF_TICK': '{ric}の{column}（{price}）が呼値の単位（{tick}円）に合っていません。',
  'operations.remark.CLOSE_OUTSIDE_LIMITS': '{ric}のclosePrice（{price}）が当日の制限値幅の外です。',
  'operations.remark.TICK_TABLE': '{ric}のtickTableはfine、coarse、fundのいずれかにしてください。',
  'operations.remark.NO_TICK_TABLE': '{ric}のtickTable（fine、coarse、fund）を入力してください。',
  'operations.remark.TOPIX500': '{ric}のtopix500はyまたはnにしてください。',
  'operations.remark.VOLUME': '{ric}のaverageDailyVolumeが株数ではありません。',
  'operations.remark.SECTOR': '{ric}のsectorが東証33業種のコード（例：3700）ではありません。',
  'operations.remark.DELISTED': '{ric}のdelistedはyまたはnにしてください。',
  'operations.remark.FORMER_RIC': 'formerRic「{former}」はRICではありません。',
  'operations.remark.SAME_SECURITY': '{ric}と{other}は同じ銘柄です。旧コードの行を削除してください。',
  'operations.remark.RATIO': '{ric}のratioは新株数／旧株数（例：5、1/10）で入力してください。',
  'operations.remark.RATIO_FROM': '{ric}のratioFromに日付（例：2027-04-01）を入力してください。',
  'operations.remark.DATE': '「{date}」は日付（例：2027-01-01）ではありません。',
  'operations.remark.CENTURY': '{date}は今世紀の日付ではありません。',
  'operations.remark.HOLIDAY_NAME': '{date}の名称を入力してください。',
  'operations.remark.SECURITIES_DROPPED': '{before}銘柄のうち{removed}銘柄がファイルにありません（1割超）。',
  'operations.remark.CLOSE_LEAPS':
    '{rics}の終値が前回の制限値幅の外です。ファイルにない株式分割・併合か、誤ったファイルの可能性があります。',
  'operations.remark.LIMITS_WIDE': '{rics}の制限値幅が通常の4倍を超えています。',
  'operations.remark.RATIO_DAY': '{ric}の株式分割・併合の適用日{day}が本日から離れています。',
  'operations.remark.TRADING_NOW': '現在立会中です。{rics}の終値と制限値幅が直ちに変わります。',
  'operations.remark.LOTS_CHANGE': '{rics}の売買単位が変わります。送信済みのIOIの数量は変わりません。',
  'operations.remark.NOT_ADVERTISED':
    '{rics}は今後IOIを送信できなくなります。送信済みのIOIは期限まで有効です。',
  'operations.remark.HOLIDAYS_DROPPED':
    '今後の休業日{known}日のうち{lost}日がファイルにありません（1割超）。ファイルには全年分の休業日が必要です。',
  'operations.remark.HOLIDAYS_OVER': 'ファイルの休業日はすべて過去の日付です。',
  'operations.remark.HOLIDAY_TODAY': '本日（{date}）が休業日になります。プラットフォームは直ちに閉まります。',
  'operations.remark.NO_HOLIDAY_TODAY':
    '本日（{date}）が休業日ではなくなります。プラットフォームは所定の時間に開きます。',
  'operations.remark.YEAR_WITHOUT_HOLIDAYS': '{year}年の休業日がファイルにありません。',
  'operations.remark.YEAR_END_OPEN': '毎年休業となる{dates}がファイルにありません。',
  'operations.remark.MANY_HOLIDAYS': '{year}年の休業日が{days}日あります。',
  'operations.remark.OTHER_CALENDAR':
    'サーバーは前回CALENDAR={calendar}で稼働しました。時間帯と休業日はCALENDAR=jpxの場合に適用されます。',
  'operations.remark.OPENS_NOW': 'プラットフォームは直ちに開きます。',
  'operations.remark.CLOSES_NOW': 'プラットフォームは直ちに閉まります。',
  'operations.remark.LATE_LOCATE':
    '{hours}は立会と同時に終わります。終了直前の照会は立会終了後までかかる可能性があります。',
  'operations.remark.TRADES_WHILE_CLOSED':
    'プラットフォームが閉まっている時間に取引所が立会中です（UTC {time}）。',
  'operations.remark.ADVERTS_KEEP_END': '送信済みのIOIの期限は変わりません。',
}
