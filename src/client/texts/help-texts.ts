export const helpTexts = {
  title: 'Ayuda',
  intro: 'Guías cortas. Se leen también sin conexión.',
  guides: 'Guía',
  print: 'Imprimir para la pared',
  printFailed: 'No se pudo imprimir. Intente otra vez.',
  wall: 'Péguela donde la vea.',
  step: (number: number) => `Paso ${number}`,
} as const;

type Step = { picture: Picture; text: string };

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
  steps: readonly Step[];
}

const topUp: Guide = {
  id: 'recarga',
  title: 'Hacer una recarga',
  steps: [
    {
      picture: 'search',
      text: 'Busque al cliente por cédula, correo o nombre. Si es nuevo, toque Registrar a.',
    },
    { picture: 'amount', text: 'Escriba el monto o toque Billetes. Léalo en voz alta.' },
    { picture: 'cash', text: 'Cuente el efectivo y dé las vueltas que dice la pantalla.' },
    { picture: 'qr', text: 'Toque Recargar. Espere el código.' },
    { picture: 'printer', text: 'Imprima y entregue el papel. Vale como efectivo.' },
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

const saleOffline: Guide = {
  id: 'cobrar-sin-conexion',
  title: 'Sin conexión en el estante',
  steps: [
    { picture: 'offline', text: 'Cobre igual. La tableta sabe cuánto puede aceptar.' },
    { picture: 'paid', text: '“Entregue el producto”: entréguelo. La venta queda guardada.' },
    { picture: 'waiting', text: '“No entregue todavía”: espere internet o pida otro código.' },
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
    { picture: 'devices', text: 'En Dispositivos mire que ninguno deba operaciones.' },
    { picture: 'report', text: 'En Reportes vea lo vendido y lo recargado.' },
    {
      picture: 'pay',
      text: 'En Caja cierre cada caja. Con Pagar varios paga a todos los estantes a la vez.',
    },
    { picture: 'audit', text: 'Imprima la hoja de firmas: cada estante firma lo que recibe.' },
    { picture: 'audit', text: 'En Auditoría mire quién hizo qué.' },
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
  title: 'Inscribir una tableta',
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
    { picture: 'key', text: 'Si uno sale como no conocido, inscríbalo otra vez. No borre nada en él.' },
    { picture: 'report', text: 'Una venta que el saldo ya no cubre queda por resolver, con su valor.' },
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

/** What each role comes for; what stands first is what goes on the wall. */
export const guidesOf = {
  RECARGA: [topUp, topUpOffline, lostPaper, enrol],
  ESTANTE: [sale, saleOffline, withDrawings, products, enrol],
  GLOBAL_MARKET: [
    market,
    enrol,
    afterRestore,
    forgotten,
    lostPaper,
    topUp,
    sale,
    topUpOffline,
    saleOffline,
    withDrawings,
  ],
  ADMIN: [admin, market, afterRestore, forgotten, topUp, sale],
  PROVEEDOR: [supplier],
} as const satisfies Record<string, readonly Guide[]>;
