import type { NativeWords } from './english.ts';

export const french: NativeWords = {
  figures: 'fr-FR',
  titles: { till: 'Tillmate', display: 'Tillmate – écran client' },
  screen: (number: number) => `Écran ${number}`,
  menu: {
    till: 'Caisse',
    quit: 'Quitter',
    about: 'À propos de Tillmate',
    services: 'Services',
    hide: 'Masquer Tillmate',
    hideOthers: 'Masquer les autres',
    unhide: 'Tout afficher',
    file: 'Fichier',
    close: 'Fermer la fenêtre',
    window: 'Fenêtre',
    minimize: 'Placer dans le Dock',
    zoom: 'Réduire/agrandir',
    front: 'Tout ramener au premier plan',
    edit: 'Édition',
    undo: 'Annuler',
    redo: 'Rétablir',
    cut: 'Couper',
    copy: 'Copier',
    paste: 'Coller',
    delete: 'Supprimer',
    selectAll: 'Tout sélectionner',
    view: 'Affichage',
    openDisplay: 'Ouvrir l’écran client',
    zoomIn: 'Agrandir',
    zoomOut: 'Réduire',
    actualSize: 'Taille réelle',
    fullScreen: 'Plein écran oui ou non',
  },
  refundIban: { title: 'Compte pour un virement de retour', close: 'Fermer' },
  files: {
    pdf: 'Document PDF',
    csv: 'Tableau CSV',
    xlsx: 'Classeur Excel',
    zip: 'Archive zip',
    jsonl: 'Lignes JSON',
    svg: 'Image SVG',
    png: 'Image PNG',
    json: 'Fichier JSON',
    jwe: 'Fichier chiffré',
    pem: 'Fichier PEM',
    tillmate: 'Sauvegarde Tillmate',
  },
  everyFile: 'Tous les fichiers',
  bands: { TRAINING: 'FORMATION', PREPROD: 'PREPROD – environnement de test' },
  crash: {
    title: 'Cette fenêtre a un problème',
    noSale: 'Aucune vente n’est en cours. Rien n’est perdu.',
    sale: (amount, reference, state) => `La vente de ${amount} (${reference})\u202f: ${state}.`,
    goesOn:
      'La caisse continue de suivre la vente. Sa fenêtre s’est arrêtée plusieurs fois et se rouvre dans les deux minutes.',
    again: 'Afficher de nouveau la caisse',
    customer: 'Un instant, s’il vous plaît.',
    states: {
      creating: 'en préparation',
      waiting: 'en attente du client',
      scanned: 'code scanné par le client, pas encore confirmé',
      authorised: 'confirmée par le client, la banque termine le paiement',
      paid: 'PAYÉE',
      cancelled: 'annulée, rien n’a été débité',
      expired: 'expirée, rien n’a été débité',
      failed: 'échouée, aucun argent n’a été reçu',
      voided: 'révoquée, aucun argent n’a été reçu',
      unknown: 'issue incertaine, la caisse continue de demander. Ne réencaissez pas',
    },
    advice: {
      support: 'Appelez l’assistance si cela se reproduit.',
      memory:
        'Cet ordinateur manque de mémoire\u202f: fermez d’autres programmes. Si cela ne suffit pas, appelez l’assistance.',
      blocked:
        'Un programme de sécurité ou une mise à jour inachevée la bloque peut-être\u202f: redémarrez l’ordinateur après la vente, ou appelez l’assistance.',
    },
  },
  start: {
    title: 'Tillmate ne peut pas démarrer',
    nothingLost: 'Aucun paiement n’est perdu pour autant.',
    noPermission: {
      what: 'Le compte sous lequel Tillmate fonctionne ne peut pas lire et écrire ce fichier ou ce dossier.',
      remedy:
        'Donnez-en le droit à ce compte, ou utilisez celui sous lequel Tillmate a été configuré, puis redémarrez Tillmate.',
    },
    inTheWay: {
      what: 'Autre chose se trouve à la place d’un fichier ou d’un dossier de Tillmate.',
      remedy: 'Déplacez-la ailleurs, puis redémarrez Tillmate.',
    },
    diskFull: { what: 'Le disque est plein.', remedy: 'Faites-y de la place, puis redémarrez Tillmate.' },
    locked: {
      what: 'Un autre programme, une sauvegarde par exemple, retient ce fichier.',
      remedy: 'Attendez qu’il ait fini ou fermez-le, puis redémarrez Tillmate.',
    },
    tooNew: {
      what: 'Un Tillmate plus récent a écrit les réglages de ce poste, et celui-ci ne peut pas les lire.',
      remedy: 'Réinstallez le Tillmate plus récent et démarrez celui-là. Rien n’a été modifié.',
    },
    refusedOption: {
      what: 'Un Tillmate installé n’accepte que ses propres options. Il a été démarré avec une autre\u202f:',
      remedy:
        'Retirez-la du raccourci ou du script qui démarre Tillmate, puis redémarrez-le. Si personne ici ne l’y a mise, appelez l’assistance.',
    },
    noSandbox: {
      what: 'Ce système n’accorde de bac à sable à aucune AppImage, et Tillmate ne fonctionne pas sans. L’AppImage a été démarrée avec\u202f:',
      remedy:
        'Demandez à un administrateur d’installer à sa place le paquet .deb de Tillmate, qui apporte ce que le système exige (un profil AppArmor), ou d’autoriser les espaces de noms utilisateur. Redémarrez ensuite Tillmate.',
    },
    networkDrive: {
      what: 'Le dossier des données de Tillmate est sur un lecteur réseau. Le journal des paiements n’y est pas en sûreté\u202f: une écriture confirmée peut se perdre.',
      remedy:
        'Faites placer par l’assistance le dossier de cet utilisateur sur un disque de cet ordinateur, puis redémarrez Tillmate.',
    },
    synced: {
      what: 'Un service en ligne copie le dossier des données de Tillmate. Le journal des paiements n’y est pas en sûreté\u202f: un ancien peut revenir à la place du nouveau.',
      remedy: 'Retirez ce dossier de ce service, puis redémarrez Tillmate.',
    },
    other: {
      what: 'Quelque chose n’a pas fonctionné au démarrage.',
      remedy: 'Démarrez-le de nouveau. Si cela se reproduit, appelez l’assistance et lisez-lui ce texte.',
    },
  },
};
