import type { NativeWords } from './english.ts';

export const dutch: NativeWords = {
  figures: 'nl-NL',
  titles: { till: 'Tillmate', display: 'Tillmate – klantenscherm' },
  screen: (number: number) => `Scherm ${number}`,
  menu: {
    till: 'Kassa',
    quit: 'Afsluiten',
    about: 'Over Tillmate',
    services: 'Voorzieningen',
    hide: 'Verberg Tillmate',
    hideOthers: 'Verberg andere',
    unhide: 'Toon alles',
    file: 'Bestand',
    close: 'Sluit venster',
    window: 'Venster',
    minimize: 'Minimaliseer',
    zoom: 'Zoom',
    front: 'Alles op voorgrond',
    edit: 'Bewerken',
    undo: 'Ongedaan maken',
    redo: 'Opnieuw',
    cut: 'Knippen',
    copy: 'Kopiëren',
    paste: 'Plakken',
    delete: 'Verwijderen',
    selectAll: 'Alles selecteren',
    view: 'Beeld',
    openDisplay: 'Klantenscherm openen',
    zoomIn: 'Inzoomen',
    zoomOut: 'Uitzoomen',
    actualSize: 'Ware grootte',
    fullScreen: 'Volledig scherm aan of uit',
  },
  refundIban: { title: 'Rekening voor een terugboeking', close: 'Sluiten' },
  files: {
    pdf: 'PDF-document',
    csv: 'CSV-tabel',
    xlsx: 'Excel-werkmap',
    zip: 'Zip-archief',
    jsonl: 'JSON-regels',
    svg: 'SVG-afbeelding',
    png: 'PNG-afbeelding',
    json: 'JSON-bestand',
    jwe: 'Versleuteld bestand',
    pem: 'PEM-bestand',
    tillmate: 'Tillmate-back-up',
  },
  everyFile: 'Alle bestanden',
  bands: { TRAINING: 'TRAINING', PREPROD: 'PREPROD – testomgeving' },
  crash: {
    title: 'Dit venster heeft een probleem',
    noSale: 'Er loopt geen verkoop. Er is niets verloren.',
    sale: (amount, reference, state) => `De verkoop van ${amount} (${reference}): ${state}.`,
    goesOn:
      'De kassa blijft de verkoop volgen. Haar venster is een paar keer gestopt en gaat binnen twee minuten weer open.',
    again: 'Kassa weer tonen',
    customer: 'Een ogenblik geduld.',
    states: {
      creating: 'wordt voorbereid',
      waiting: 'wacht op de klant',
      scanned: 'gescand door de klant, nog niet bevestigd',
      authorised: 'bevestigd door de klant, de bank rondt af',
      paid: 'BETAALD',
      cancelled: 'geannuleerd, er is geen geld overgemaakt',
      expired: 'verlopen, er is geen geld overgemaakt',
      failed: 'mislukt, er is geen geld ontvangen',
      voided: 'teruggedraaid, er is geen geld ontvangen',
      unknown: 'nog niet zeker: de kassa blijft navragen. Reken niet opnieuw af',
    },
    advice: {
      support: 'Bel de helpdesk als het nog eens gebeurt.',
      memory: 'Deze computer heeft te weinig geheugen: sluit andere programma’s. Helpt dat niet, bel dan de helpdesk.',
      blocked:
        'Misschien houdt een beveiligingsprogramma of een onvoltooide update het tegen: start de computer opnieuw na de verkoop, of bel de helpdesk.',
    },
  },
  start: {
    title: 'Tillmate kan niet starten',
    nothingLost: 'Hierdoor gaat geen betaling verloren.',
    noPermission: {
      what: 'De gebruiker onder wie Tillmate draait, mag dit bestand of deze map niet lezen en schrijven.',
      remedy:
        'Geef die gebruiker het recht daartoe of gebruik de gebruiker onder wie Tillmate is ingesteld, en start Tillmate opnieuw.',
    },
    inTheWay: {
      what: 'Er staat iets anders op de plaats waar Tillmate een eigen bestand of map heeft.',
      remedy: 'Zet het ergens anders neer en start Tillmate opnieuw.',
    },
    diskFull: { what: 'De schijf is vol.', remedy: 'Maak er ruimte op en start Tillmate opnieuw.' },
    locked: {
      what: 'Een ander programma, zoals een back-up, houdt dit bestand vast.',
      remedy: 'Wacht tot het klaar is of sluit het, en start Tillmate opnieuw.',
    },
    tooNew: {
      what: 'Een nieuwere Tillmate heeft de instellingen van deze kassa geschreven; deze kan ze niet lezen.',
      remedy: 'Installeer de nieuwere Tillmate weer en start die. Er is niets veranderd.',
    },
    refusedOption: {
      what: 'Een geïnstalleerde Tillmate neemt alleen zijn eigen opties aan. Hij is gestart met een andere:',
      remedy:
        'Haal die uit de snelkoppeling of het script waarmee Tillmate start, en start opnieuw. Heeft niemand hier die erin gezet, bel dan de helpdesk.',
    },
    noSandbox: {
      what: 'Dit systeem geeft geen enkele AppImage een sandbox, en zonder sandbox draait Tillmate niet. De AppImage is gestart met:',
      remedy:
        'Laat een beheerder in plaats daarvan het .deb-pakket van Tillmate installeren, dat meebrengt wat het systeem vraagt (een AppArmor-profiel), of user namespaces toestaan. Start Tillmate daarna opnieuw.',
    },
    networkDrive: {
      what: 'De gegevensmap van Tillmate staat op een netwerkschijf. Het betalingsregister is daar niet veilig: wat als geschreven bevestigd is, kan verloren gaan.',
      remedy:
        'Laat de helpdesk de map van deze gebruiker op een schijf van deze computer zetten, en start Tillmate opnieuw.',
    },
    synced: {
      what: 'Een clouddienst kopieert de gegevensmap van Tillmate. Het betalingsregister is daar niet veilig: een oud register kan terugkomen in plaats van het nieuwe.',
      remedy: 'Neem deze map uit die clouddienst en start Tillmate opnieuw.',
    },
    other: {
      what: 'Bij het starten ging iets mis.',
      remedy: 'Start opnieuw. Gaat het weer mis, bel dan de helpdesk en lees deze tekst voor.',
    },
  },
};
