//! The guest dispatcher: an interface, a method's slot, the words that the guest pushed, and its memory.

mod unknown;

use std::sync::OnceLock;

use crate::core::Core;
use crate::error::{Error, Result};
use crate::identity::{Guid, Interface};
use crate::memory::GuestMemory;
use crate::object::{DeviceId, Handle, Slot, SurfaceId, Target, ViewportId};

/// What a call answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The HRESULT, or for `AddRef` and `Release` the count.
    pub value: u32,
    /// Calls of the guest's function that the method would have made.
    pub enumeration: Option<Enumeration>,
}

impl Reply {
    /// Whether the value is a success, of a method that answers an HRESULT.
    #[must_use]
    pub fn succeeded(&self) -> bool {
        self.value >> 31 == 0
    }
}

/// Calls of a function of the guest, as data: the embedder makes them in order, until one answers 0 (cancel).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The function.
    pub function: u32,
    /// What it gets as its last argument.
    pub context: u32,
    /// The arguments of each call before that.
    pub calls: Vec<Vec<Item>>,
}

/// An argument of a function of the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The address of a structure with these bytes; `name` is the header's name of it.
    Structure {
        /// Such as `"DDPIXELFORMAT"`.
        name: &'static str,
        /// As a 32-bit guest reads it.
        bytes: Vec<u8>,
    },
    /// The address of a text, which ends with a zero and which the guest may write to.
    Text(&'static str),
    /// The address of an identifier.
    Guid(Guid),
    /// An object. The function gets a reference: [`Core::hand_out`] adds it when the call is made.
    Object(Handle),
}

/// A call being executed.
pub(crate) struct Call<'a> {
    pub(crate) core: &'a mut Core,
    pub(crate) memory: &'a mut dyn GuestMemory,
    /// The interface that is called.
    pub(crate) interface: Interface,
    /// The object that is called.
    pub(crate) slot: Slot,
    pub(crate) target: Target,
    /// As many words as the method has arguments, or more.
    pub(crate) args: &'a [u32],
    pub(crate) enumeration: Option<Enumeration>,
}

/// What a method does: the answer is the word that a success returns.
pub(crate) type Function = fn(&mut Call<'_>) -> Result<u32>;

/// A file of methods: the function of a method by interface and name.
type Finder = fn(Interface, &str) -> Option<Function>;

const FINDERS: &[Finder] = &[
    unknown::find,
    crate::directdraw::dispatch::find,
    crate::directdraw::direct3d::find,
    crate::directdraw::caps::find,
    crate::surface::dispatch::find,
    crate::surface::palette::find,
    crate::viewport::dispatch::find,
    crate::viewport::list::find,
    crate::device::dispatch::find,
    crate::device::seven::find,
    crate::execute::dispatch::find,
    crate::light::dispatch::find,
    crate::vertex::dispatch::find,
];

/// A method's function, and how many words it takes.
type Entry = (Option<Function>, usize);

/// The function of each method by slot, and how many words it takes.
fn functions(interface: Interface) -> &'static [Entry] {
    static ALL: OnceLock<Vec<Vec<Entry>>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let of = |&interface: &Interface| {
            let methods = interface.methods().iter().map(|method| {
                let function = FINDERS.iter().find_map(|find| find(interface, method.name));
                (function, method.arguments().count())
            });
            (interface as usize, methods.collect())
        };
        let mut all = Vec::new();
        for (number, methods) in Interface::ALL.iter().map(of) {
            all.resize_with(all.len().max(number + 1), Vec::new);
            all[number] = methods;
        }
        all
    });
    all.get(interface as usize).map_or(&[], Vec::as_slice)
}

impl Core {
    /// Calls a method: `this` and `args` are the words on the guest's stack. Nothing that they say panics, hangs, or
    /// reaches past the guest's memory.
    ///
    /// A null `this` comes before everything else; after it what is not an object of this interface.
    pub fn call(
        &mut self,
        interface: Interface,
        slot: u32,
        this: u32,
        args: &[u32],
        memory: &mut dyn GuestMemory,
    ) -> Reply {
        let mut enumeration = None;
        let value = self.dispatch(interface, slot, this, args, memory, &mut enumeration);
        let value = value.unwrap_or_else(|error| {
            if let Error::Render(error) = &error {
                log::error!(target: "retrograph::d3dim::render", "{error}");
            }
            error.hresult()
        });
        Reply { value, enumeration }
    }

    fn dispatch(
        &mut self,
        interface: Interface,
        slot: u32,
        this: u32,
        args: &[u32],
        memory: &mut dyn GuestMemory,
        enumeration: &mut Option<Enumeration>,
    ) -> Result<u32> {
        let (object, target, view) = self.resolve(this).ok_or(Error::InvalidObject)?;
        if crate::object::canonical(interface) != view {
            return Err(Error::InvalidObject);
        }
        let Some(&(function, count)) = functions(interface).get(slot as usize) else {
            return Err(Error::InvalidParams);
        };
        if args.len() < count {
            return Err(Error::InvalidParams);
        }
        let Some(function) = function else {
            return Err(self.note_unsupported(interface.methods()[slot as usize].name));
        };
        let mut call = Call { core: self, memory, interface, slot: object, target, args, enumeration: None };
        let result = function(&mut call);
        *enumeration = call.enumeration;
        result
    }

    /// Adds the reference with which an enumeration hands out an object.
    pub fn hand_out(&mut self, object: Handle) {
        if let Some((slot, _, interface)) = self.objects.resolve(object) {
            self.add_ref(slot, interface);
        }
    }
}

impl Call<'_> {
    /// The version of the interface that is called: 1, 2, 3, 4 or 7.
    pub(crate) fn version(&self) -> u8 {
        self.interface.version()
    }

    /// An argument as a float.
    pub(crate) fn float(&self, index: usize) -> f32 {
        f32::from_bits(self.args[index])
    }

    /// The device that is called.
    pub(crate) fn device(&self) -> Result<DeviceId> {
        self.core.device_of(self.target, self.interface).ok_or(Error::InvalidObject)
    }

    /// The viewport that is called.
    pub(crate) fn viewport(&self) -> Result<ViewportId> {
        if let Target::Viewport(id) = self.target { Ok(id) } else { Err(Error::InvalidObject) }
    }

    /// The surface that is called, through whichever interface.
    pub(crate) fn surface(&self) -> Result<SurfaceId> {
        if let Target::Surface(id) = self.target { Ok(id) } else { Err(Error::InvalidObject) }
    }

    /// The object that an argument names, by identity; `None` for null, an error for what is no object.
    pub(crate) fn object(&self, index: usize) -> Result<Option<Target>> {
        match self.args[index] {
            0 => Ok(None),
            word => self.core.resolve(word).map(|found| Some(found.1)).ok_or(Error::InvalidParams),
        }
    }

    /// The surface that an argument names; `None` for null.
    pub(crate) fn surface_argument(&self, index: usize) -> Result<Option<SurfaceId>> {
        match self.object(index)? {
            None => Ok(None),
            Some(Target::Surface(id)) => Ok(Some(id)),
            Some(_) => Err(Error::InvalidParams),
        }
    }

    /// The viewport that an argument names; `None` for null.
    pub(crate) fn viewport_argument(&self, index: usize) -> Result<Option<ViewportId>> {
        match self.object(index)? {
            None => Ok(None),
            Some(Target::Viewport(id)) => Ok(Some(id)),
            Some(_) => Err(Error::InvalidParams),
        }
    }

    /// The device that an argument names; `None` for null.
    pub(crate) fn device_argument(&self, index: usize) -> Result<Option<DeviceId>> {
        match self.args[index] {
            0 => Ok(None),
            word => {
                let (_, target, interface) = self.core.resolve(word).ok_or(Error::InvalidParams)?;
                self.core.device_of(target, interface).map(Some).ok_or(Error::InvalidParams)
            }
        }
    }

    /// Checks that an argument that wants an outer object is null.
    pub(crate) fn no_outer(&self, index: usize) -> Result<()> {
        if self.args[index] == 0 { Ok(()) } else { Err(Error::NoAggregation) }
    }

    /// Writes a word to the address that an argument gives; null is an error.
    pub(crate) fn put_word(&mut self, index: usize, word: u32) -> Result<()> {
        self.memory.put_words(self.args[index], &[word])
    }

    /// Writes a new object's handle to the address that an argument gives. When that fails the object ends again.
    pub(crate) fn put_object(&mut self, index: usize, slot: Slot, interface: Interface) -> Result<u32> {
        let handle = slot.handle(interface);
        if let Err(error) = self.put_word(index, handle.0) {
            self.core.release(slot, interface);
            return Err(error);
        }
        Ok(0)
    }

    /// Checks that an object can be written where an argument says, and writes null there.
    pub(crate) fn clear_out(&mut self, index: usize) -> Result<()> {
        self.put_word(index, 0)
    }
}
