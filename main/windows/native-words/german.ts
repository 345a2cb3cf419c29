import type { NativeWords } from './english.ts';

export const german: NativeWords = {
  figures: 'de-DE',
  titles: { till: 'Tillmate', display: 'Tillmate – Kundenanzeige' },
  screen: (number: number) => `Bildschirm ${number}`,
  menu: {
    till: 'Kasse',
    quit: 'Beenden',
    about: 'Über Tillmate',
    services: 'Dienste',
    hide: 'Tillmate ausblenden',
    hideOthers: 'Andere ausblenden',
    unhide: 'Alle einblenden',
    file: 'Ablage',
    close: 'Fenster schließen',
    window: 'Fenster',
    minimize: 'Im Dock ablegen',
    zoom: 'Zoomen',
    front: 'Alle nach vorne bringen',
    edit: 'Bearbeiten',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    view: 'Ansicht',
    openDisplay: 'Kundenanzeige öffnen',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    actualSize: 'Originalgröße',
    fullScreen: 'Vollbild ein oder aus',
  },
  refundIban: { title: 'Konto für eine Rücküberweisung', close: 'Schließen' },
  files: {
    pdf: 'PDF-Dokument',
    csv: 'CSV-Tabelle',
    xlsx: 'Excel-Arbeitsmappe',
    zip: 'Zip-Archiv',
    jsonl: 'JSON-Zeilen',
    svg: 'SVG-Bild',
    png: 'PNG-Bild',
    json: 'JSON-Datei',
    jwe: 'Verschlüsselte Datei',
    pem: 'PEM-Datei',
    tillmate: 'Tillmate-Sicherung',
  },
  everyFile: 'Alle Dateien',
  bands: { TRAINING: 'ÜBUNG', PREPROD: 'PREPROD – Testumgebung' },
  crash: {
    title: 'Dieses Fenster hat ein Problem',
    noSale: 'Es läuft kein Verkauf. Nichts ist verloren.',
    sale: (amount, reference, state) => `Der Verkauf über ${amount} (${reference}): ${state}.`,
    goesOn:
      'Die Kasse verfolgt den Verkauf weiter. Ihr Fenster ist mehrmals ausgefallen und öffnet sich spätestens in zwei Minuten wieder.',
    again: 'Kasse wieder zeigen',
    customer: 'Einen Augenblick, bitte.',
    states: {
      creating: 'in Vorbereitung',
      waiting: 'wartet auf den Kunden',
      scanned: 'vom Kunden gescannt, noch nicht bestätigt',
      authorised: 'vom Kunden bestätigt, die Bank schließt die Zahlung ab',
      paid: 'BEZAHLT',
      cancelled: 'abgebrochen, es ist kein Geld geflossen',
      expired: 'abgelaufen, es ist kein Geld geflossen',
      failed: 'gescheitert, es ist kein Geld eingegangen',
      voided: 'storniert, es ist kein Geld eingegangen',
      unknown: 'noch ungeklärt, die Kasse fragt weiter nach. Bitte nicht erneut kassieren',
    },
    advice: {
      support: 'Wenn das wieder geschieht, bitte den Support anrufen.',
      memory:
        'Diesem Computer fehlt Arbeitsspeicher: bitte andere Programme schließen. Hilft das nicht, den Support anrufen.',
      blocked:
        'Vielleicht hält ein Schutzprogramm oder ein unfertiges Update es auf: bitte den Computer nach dem Verkauf neu starten oder den Support anrufen.',
    },
  },
  start: {
    title: 'Tillmate kann nicht starten',
    nothingLost: 'Dadurch geht keine Zahlung verloren.',
    noPermission: {
      what: 'Das Konto, unter dem Tillmate läuft, darf diese Datei oder diesen Ordner nicht lesen und schreiben.',
      remedy:
        'Bitte diesem Konto das Recht geben oder das Konto nehmen, unter dem Tillmate eingerichtet wurde, und Tillmate neu starten.',
    },
    inTheWay: {
      what: 'Dort, wo Tillmate eine eigene Datei oder einen eigenen Ordner hat, liegt etwas anderes.',
      remedy: 'Bitte an einen anderen Ort legen und Tillmate neu starten.',
    },
    diskFull: { what: 'Die Festplatte ist voll.', remedy: 'Bitte Platz schaffen und Tillmate neu starten.' },
    locked: {
      what: 'Ein anderes Programm, etwa eine Datensicherung, hält diese Datei fest.',
      remedy: 'Bitte warten, bis es fertig ist, oder es schließen und Tillmate neu starten.',
    },
    tooNew: {
      what: 'Ein neueres Tillmate hat die Einstellungen dieser Kasse geschrieben; dieses kann sie nicht lesen.',
      remedy: 'Bitte das neuere Tillmate wieder installieren und starten. Es wurde nichts geändert.',
    },
    refusedOption: {
      what: 'Ein installiertes Tillmate nimmt nur seine eigenen Optionen an. Es wurde mit einer anderen gestartet:',
      remedy:
        'Bitte aus der Verknüpfung oder dem Skript entfernen, das Tillmate startet, und neu starten. Hat niemand hier sie hineingeschrieben, den Support anrufen.',
    },
    noSandbox: {
      what: 'Dieses System lässt keinem AppImage eine Sandbox, und ohne sie läuft Tillmate nicht. Das AppImage wurde gestartet mit:',
      remedy:
        'Bitte einen Administrator stattdessen das .deb-Paket von Tillmate installieren lassen, das mitbringt, was das System verlangt (ein AppArmor-Profil), oder User-Namespaces erlauben lassen. Danach Tillmate neu starten.',
    },
    networkDrive: {
      what: 'Der Datenordner von Tillmate liegt auf einem Netzlaufwerk. Dort ist das Zahlungsjournal nicht sicher: bestätigt Geschriebenes kann verloren gehen.',
      remedy:
        'Bitte den Ordner dieses Benutzers vom Support auf eine Festplatte dieses Computers legen lassen und Tillmate neu starten.',
    },
    synced: {
      what: 'Ein Cloud-Dienst kopiert den Datenordner von Tillmate. Dort ist das Zahlungsjournal nicht sicher: statt des neuen kann ein altes zurückkommen.',
      remedy: 'Bitte diesen Ordner aus dem Cloud-Dienst herausnehmen und Tillmate neu starten.',
    },
    other: {
      what: 'Beim Starten ging etwas schief.',
      remedy: 'Bitte neu starten. Geht es wieder schief, den Support anrufen und diesen Text vorlesen.',
    },
  },
};
