export const helpTexts = {
  title: 'Ayuda',
  version: (name: string) => `Versión de esta aplicación: ${name}`,
  intro: 'Guías cortas. Se leen también sin conexión.',
  guides: 'Guía',
  print: 'Imprimir para la pared',
  printFailed: 'No se pudo imprimir. Intente otra vez.',
  wall: 'Péguela donde la vea.',
  step: (number: number) => `Paso ${number}`,
  withPictures: 'Ver con fotos',
  manualNote: 'El manual tiene una página con foto para cada tarea.',
  manualOpen: 'Abrir el manual',
  manualKeep: (bytes: number) => `Guardarlo aquí (${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB)`,
  manualSaving: (done: number, of: number) => `Guardando ${done} de ${of}`,
  manualKept: 'El manual está guardado en este equipo. Se lee sin conexión.',
  manualAway: 'El manual con fotos se abre con conexión. Guárdelo aquí cuando la tenga.',
  manualFailed: 'No se pudo guardar todo. Revise la conexión y toque otra vez: sigue donde iba.',
} as const;

export type GuideStep = { picture: Picture; text: string };

export type Picture =
  | 'search'
  | 'cash'
  | 'printer'
  | 'qr'
  | 'scan'
  | 'amount'
  | 'paid'
  | 'refused'
  | 'waiting'
  | 'offline'
  | 'send'
  | 'person'
  | 'approve'
  | 'report'
  | 'devices'
  | 'product'
  | 'key'
  | 'audit'
  | 'pay'
  | 'battery';

export interface Guide {
  id: string;
  title: string;
  steps: readonly GuideStep[];
}

const topUp: Guide = {
  id: 'recarga',
  title: 'Hacer una recarga',
  steps: [
    {
      picture: 'search',
      text: 'Busque al cliente por cédula, correo o nombre. Si es nuevo, toque Registrar a, léale el aviso de datos y marque si acepta.',
    },
    { picture: 'amount', text: 'Escriba el monto o toque Billetes. Léalo en voz alta.' },
    { picture: 'cash', text: 'Cuente el efectivo y dé las vueltas que dice la pantalla.' },
    { picture: 'qr', text: 'Toque Recargar. Espere el código.' },
    { picture: 'printer', text: 'Imprima y entregue el papel. Vale como efectivo.' },
  ],
};

const pinAtPoint: Guide = {
  id: 'poner-pin',
  title: 'Ponerle PIN a un código',
  steps: [
    {
      picture: 'qr',
      text: 'Antes de recargar toque Con PIN, si el cliente quiere. Con el código en pantalla: Ponerle PIN.',
    },
    { picture: 'key', text: 'El cliente escribe cuatro números y los repite. Mire para otro lado.' },
    { picture: 'amount', text: 'Se pide en compras grandes. Protege un papel perdido o una foto.' },
    { picture: 'refused', text: 'No protege de un vendedor que mira: se tapa con la mano.' },
    {
      picture: 'approve',
      text: 'Si lo olvida o falla tres veces, se repone con su documento y un código del mercado.',
    },
  ],
};

const pinAtStall: Guide = {
  id: 'pedir-pin',
  title: 'Cuando pide PIN',
  steps: [
    { picture: 'amount', text: 'Una venta grande puede pedir el PIN del cliente. Entréguele la tableta.' },
    { picture: 'key', text: 'El cliente lo escribe. No mire y no lo escriba usted.' },
    { picture: 'refused', text: 'Tres equivocados bloquean el código. No entregue nada.' },
    { picture: 'offline', text: 'Sin conexión no se revisa: cobre solo hasta el límite.' },
  ],
};

const printer: Guide = {
  id: 'impresora',
  title: 'Imprimir con un toque',
  steps: [
    {
      picture: 'devices',
      text: 'En Dispositivo toque Impresora de este dispositivo y búsquela. Es una sola vez.',
    },
    { picture: 'printer', text: 'Imprima la prueba y mire el código, las tildes y los dos bordes.' },
    { picture: 'cash', text: 'Desde entonces Recargar e imprimir hace todo y abre el cajón.' },
    { picture: 'refused', text: 'Si no sale papel, la recarga ya está hecha. No la repita.' },
    {
      picture: 'qr',
      text: 'Imprimir otra vez saca otra copia del mismo código. Rompa la que salió a medias.',
    },
  ],
};

const handOver: Guide = {
  id: 'entregar-efectivo',
  title: 'Entregar el efectivo',
  steps: [
    { picture: 'cash', text: 'En Caja mire cuánto tiene y cuánto puede tener. Desde el 80 % le avisa.' },
    {
      picture: 'amount',
      text: 'Toque Entregar efectivo y cuente por billetes. Sin conexión también se puede.',
    },
    { picture: 'printer', text: 'Imprima el papel: va con el efectivo. Queda En camino.' },
    {
      picture: 'approve',
      text: 'Otra persona del mercado cuenta y recibe. Solo entonces deja de contar en su tope.',
    },
    { picture: 'refused', text: 'Si no la entregó, toque No la entregué antes de que la reciban.' },
  ],
};

const undoTopUp: Guide = {
  id: 'anular-recarga',
  title: 'Anular una recarga',
  steps: [
    { picture: 'qr', text: 'Solo si no se ha gastado nada, y el mismo día. Después, pídalo al mercado.' },
    { picture: 'refused', text: 'En el resultado, o en Caja, toque Anular recarga y diga qué pasó.' },
    { picture: 'printer', text: 'Pida el papel y rómpalo. Ese código ya no paga en ninguna parte.' },
    { picture: 'cash', text: 'Devuelva el efectivo que dice la pantalla. La caja baja lo mismo.' },
    {
      picture: 'amount',
      text: 'Toque Recargar bien y escriba el monto correcto. Sin conexión también se puede.',
    },
  ],
};

const refunds: Guide = {
  id: 'devolucion',
  title: 'Devolver lo que queda',
  steps: [
    {
      picture: 'approve',
      text: 'Actívela en Ajustes. Solo por error, retracto, cierre, fallecimiento u orden.',
    },
    {
      picture: 'send',
      text: 'Espere a que todas las tabletas entreguen: lo vendido sin conexión cuenta primero.',
    },
    {
      picture: 'person',
      text: 'En Caja, Devoluciones, marque a quien le queda saldo. Para cerrar, márquelos todos.',
    },
    { picture: 'cash', text: 'Diga el motivo y confirme. El efectivo sale de la caja del mercado.' },
    { picture: 'printer', text: 'Imprima los recibos. Cada persona firma o pone su huella.' },
  ],
};

const topUpOffline: Guide = {
  id: 'recarga-sin-conexion',
  title: 'Sin conexión en la caja',
  steps: [
    { picture: 'offline', text: 'Si arriba dice “Sin conexión”, siga: el equipo guarda cada recarga.' },
    { picture: 'qr', text: 'Entregue el papel solo si la pantalla muestra el código.' },
    { picture: 'waiting', text: 'Si no hay código, no reciba el dinero todavía.' },
    { picture: 'send', text: 'Cuando vuelva internet, todo se envía solo. Mírelo en Pendientes.' },
  ],
};

const sale: Guide = {
  id: 'cobrar',
  title: 'Cobrar en el estante',
  steps: [
    { picture: 'scan', text: 'Toque Escanear y ponga el código en el cuadro.' },
    { picture: 'amount', text: 'Escriba el monto o sume sus productos.' },
    { picture: 'person', text: 'Muestre el monto al cliente y toque Cobrar.' },
    { picture: 'paid', text: 'Pantalla verde, “Pagado”: entregue el producto.' },
    { picture: 'refused', text: 'Marco rojo, “No se cobró”: no entregue. Lea el motivo.' },
  ],
};

const putSaleRight: Guide = {
  id: 'anular-compra',
  title: 'Anular una compra, toda o una parte',
  steps: [
    { picture: 'refused', text: 'En “Pagado”, o en Ventas al abrir la compra, toque Anular.' },
    { picture: 'amount', text: 'Toque Toda, o Una parte y escriba cuánto devuelve.' },
    { picture: 'paid', text: 'Diga por qué y toque Sí, anular. El dinero vuelve al código.' },
    { picture: 'waiting', text: 'El estante puede el mismo día; después, su mercado.' },
  ],
};

const severalCodes: Guide = {
  id: 'varios-codigos',
  title: 'Un código no alcanza: complete con otro',
  steps: [
    { picture: 'amount', text: 'Escriba todo el monto. Toque Completar con otro código.' },
    { picture: 'scan', text: 'Lea otro código, hasta que no falte nada.' },
    { picture: 'paid', text: 'Toque Cobrar. Se cobra todo o nada.' },
    { picture: 'offline', text: 'Sin conexión, cobre cada código aparte.' },
  ],
};

const joinPapers: Guide = {
  id: 'juntar',
  title: 'Juntar varios papeles en uno',
  steps: [
    { picture: 'search', text: 'En Clientes búsquelo, o después de recargar, toque Juntar.' },
    { picture: 'scan', text: 'Lea cada papel. Los que no se leen necesitan un código del mercado.' },
    { picture: 'person', text: 'Escriba la cédula y toque Sí, juntar.' },
    { picture: 'printer', text: 'Rompa los papeles viejos y entregue el nuevo.' },
  ],
};

const saleOffline: Guide = {
  id: 'cobrar-sin-conexion',
  title: 'Sin conexión en el estante',
  steps: [
    { picture: 'offline', text: 'Cobre igual. La tableta sabe cuánto puede aceptar.' },
    { picture: 'paid', text: '“Entregue el producto”: entréguelo. La venta queda guardada.' },
    { picture: 'waiting', text: '“No entregue todavía”: espere internet o pida otro código.' },
    {
      picture: 'qr',
      text: '“Es de otro mercado: necesita conexión”: cóbrelo con internet. Su mercado puede fijar un límite.',
    },
    { picture: 'report', text: 'En Mis ventas vea lo de hoy: lo confirmado y lo que falta enviar.' },
    { picture: 'send', text: 'No borre la aplicación. Las ventas se envían solas.' },
    { picture: 'battery', text: 'Cargue la tableta y ábrala con internet cada mañana.' },
  ],
};

const withDrawings: Guide = {
  id: 'dibujos-y-voz',
  title: 'Vender con dibujos y voz',
  steps: [
    { picture: 'devices', text: 'En Ajustes elija la voz y, si quiere, “Vender solo con dibujos”.' },
    { picture: 'scan', text: 'Ponga el papel frente a la tableta.' },
    { picture: 'cash', text: 'Toque los billetes y monedas. La flecha con equis quita el último.' },
    { picture: 'pay', text: 'Toque el botón de abajo: los billetes van al estante.' },
    { picture: 'paid', text: 'Verde, canasta y persona: entregue.' },
    { picture: 'refused', text: 'Rojo, mano y canasta tachada: no entregue. El parlante lo repite.' },
  ],
};

const products: Guide = {
  id: 'productos',
  title: 'Sus productos',
  steps: [
    { picture: 'product', text: 'En Productos toque Crear producto.' },
    { picture: 'amount', text: 'Escriba nombre, precio, tipo y descripción.' },
    { picture: 'paid', text: 'Al cobrar, toque Productos y súmelos.' },
  ],
};

const market: Guide = {
  id: 'mercado',
  title: 'El día del mercado',
  steps: [
    { picture: 'approve', text: 'Apruebe estantes y puntos. Revise antes quién es.' },
    { picture: 'devices', text: 'En Dispositivos mire que ninguno tenga ventas o recargas sin enviar.' },
    { picture: 'cash', text: 'En Caja, Cajas, Dar base anota el efectivo con que empieza un punto.' },
    {
      picture: 'report',
      text: 'En Reportes vea lo vendido y lo recargado. Allí hace la constancia de un estante.',
    },
    {
      picture: 'pay',
      text: 'En Caja, Recibir, cuente lo que entregó cada punto.',
    },
    { picture: 'audit', text: 'En Auditoría mire quién hizo qué.' },
  ],
};

const ownMoney: Guide = {
  id: 'que-le-paguen',
  title: 'Que le paguen, y su constancia',
  steps: [
    { picture: 'cash', text: 'En Caja mire cuánto le deben y qué le descontaron.' },
    { picture: 'report', text: 'En Reportes, Constancia de ventas, elija el mes o el año.' },
    { picture: 'qr', text: 'Imprímala. Su código la comprueba en cualquier teléfono.' },
  ],
};

const forgotten: Guide = {
  id: 'clave',
  title: 'Alguien olvidó su contraseña',
  steps: [
    { picture: 'person', text: 'Abra su cuenta en la lista y toque Ver.' },
    { picture: 'key', text: 'Toque “Dar código para contraseña nueva”.' },
    { picture: 'send', text: 'Dígale el código en persona. Sirve 30 minutos y una vez.' },
  ],
};

const enrol: Guide = {
  id: 'inscribir',
  title: 'Registrar una tableta',
  steps: [
    { picture: 'devices', text: 'En la tableta abra Dispositivos. Escriba su nombre y un PIN.' },
    { picture: 'key', text: 'La pantalla muestra seis números. Dígaselos a su mercado.' },
    { picture: 'approve', text: 'El mercado los ve en Dispositivos. Si son iguales, aprueba.' },
    { picture: 'qr', text: 'O antes: el mercado crea un código de un solo uso y la tableta lo escanea.' },
    { picture: 'offline', text: 'Desde entonces abre con el PIN y trabaja sin conexión.' },
  ],
};

const afterRestore: Guide = {
  id: 'despues-de-restaurar',
  title: 'Si se restauró una copia',
  steps: [
    { picture: 'devices', text: 'Abra Dispositivos y mire “Después de restaurar”.' },
    { picture: 'waiting', text: 'Ahí dice qué equipos faltan y desde cuándo no se sabe de ellos.' },
    { picture: 'send', text: 'Ponga cada equipo donde tenga internet. Envía solo lo que hizo.' },
    { picture: 'key', text: 'Si uno sale como no conocido, regístrelo otra vez. No borre nada en él.' },
    { picture: 'report', text: 'Una venta que el saldo ya no cubre queda por resolver, con su valor.' },
    { picture: 'cash', text: 'Confirme con sus papeles qué pagó, devolvió y juntó. Luego se abre el pago.' },
  ],
};

const lostPaper: Guide = {
  id: 'papel-perdido',
  title: 'Un cliente perdió su papel',
  steps: [
    { picture: 'search', text: 'En Clientes búsquelo y pídale la cédula.' },
    { picture: 'refused', text: 'Toque Bloquear. Nadie podrá pagar con ese papel.' },
    { picture: 'waiting', text: 'Espere los minutos que diga la pantalla, o pida un código al mercado.' },
    { picture: 'printer', text: 'Toque Reponer, escriba la cédula y entregue el papel nuevo.' },
  ],
};

const admin: Guide = {
  id: 'administrador',
  title: 'Administrar',
  steps: [
    { picture: 'approve', text: 'Apruebe mercados y proveedores. Escriba el motivo si rechaza.' },
    { picture: 'report', text: 'En Reportes escoja un mercado y sus fechas.' },
    { picture: 'audit', text: 'En Auditoría está todo lo que alguien decidió.' },
    {
      picture: 'devices',
      text: 'Mire Estado cada día: dice si hay copia, si las cuentas se revisaron y qué dispositivo no ha enviado.',
    },
  ],
};

const supplier: Guide = {
  id: 'proveedor',
  title: 'Publicar lo que ofrece',
  steps: [
    { picture: 'product', text: 'En Sus productos toque Crear producto.' },
    { picture: 'amount', text: 'Escriba nombre, precio, tipo y descripción.' },
    { picture: 'person', text: 'Los estantes lo ven y lo llaman a su teléfono.' },
  ],
};

/** Guides of each role, the poster for the wall first. */
const letters: Guide = {
  id: 'mensajero',
  title: 'Enviar con alguien',
  steps: [
    {
      picture: 'offline',
      text: 'Sin internet y alguien va para el pueblo: abra Pendientes y toque Enviar con alguien.',
    },
    {
      picture: 'send',
      text: 'Comparta el sobre con su celular, o guárdelo en una memoria. Déselo a varios si quiere.',
    },
    {
      picture: 'person',
      text: 'Quien lo lleva abre la página /mensajero. No necesita cuenta y no puede leer nada.',
    },
    { picture: 'waiting', text: 'Siga vendiendo. Aquí no se borra nada hasta que vuelva la respuesta.' },
    {
      picture: 'paid',
      text: 'Cuando vuelva toque Abrir la respuesta: dice qué quedó confirmado y hasta cuándo puede vender.',
    },
  ],
};

export const guidesOf = {
  RECARGA: [
    topUp,
    printer,
    pinAtPoint,
    handOver,
    undoTopUp,
    topUpOffline,
    letters,
    lostPaper,
    joinPapers,
    enrol,
  ],
  ESTANTE: [
    sale,
    pinAtStall,
    severalCodes,
    putSaleRight,
    saleOffline,
    letters,
    withDrawings,
    ownMoney,
    products,
    enrol,
  ],
  GLOBAL_MARKET: [
    market,
    enrol,
    afterRestore,
    forgotten,
    lostPaper,
    topUp,
    pinAtPoint,
    undoTopUp,
    refunds,
    joinPapers,
    sale,
    putSaleRight,
    topUpOffline,
    saleOffline,
    withDrawings,
  ],
  ADMIN: [admin, market, afterRestore, forgotten, topUp, sale],
  PROVEEDOR: [supplier],
} as const satisfies Record<string, readonly Guide[]>;
